import { visible } from '../../../shared/basics/invisible';

/** A name too long for its place. Paths are cut in their folders, because neighbouring paths differ at the end. */
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
