import { visible } from '../../../shared/document/invisible';

/** A name that is too long for its place; of a path the folders are cut, because neighbours differ at the end. */
export function PathName({ name }: { readonly name: string }) {
  const shown = visible(name);
  const end = shown.lastIndexOf('/') + 1;
  if (end === 0 || end === shown.length)
    return (
      <span className="name" title={shown}>
        {shown}
      </span>
    );
  return (
    <span className="name path" title={shown}>
      <span className="path-folders">{shown.slice(0, end)}</span>
      <span className="path-end">{shown.slice(end)}</span>
    </span>
  );
}
