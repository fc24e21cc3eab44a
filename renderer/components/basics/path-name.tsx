import { visible } from '../../../shared/basics/invisible';

/** Shortens a name that is too long. A path loses folders, because neighbouring paths differ at the end. */
export function PathName({ name }: { readonly name: string }) {
  const shown = visible(name);
  const end = shown.lastIndexOf('/') + 1;
  // A slash at the very start, as of a command, is no folder.
  if (end <= 1 || end === shown.length)
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
