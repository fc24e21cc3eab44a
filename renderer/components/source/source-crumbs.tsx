import { visible } from '../../../shared/basics/invisible';
import { useSources, useView } from '../../context';
import { sourceCrumbsWords as words } from '../../words/panes/source';

/** Where the cursor is: the file, and the headings or keys around the cursor. */
export function SourceCrumbs() {
  const active = useSources((state) => state.active);
  const place = useView((state) => state.place);
  if (active === null) return null;
  const steps = place?.source === active ? place.steps : [];
  const folders = active.split('/');
  return (
    <nav className="crumbs" aria-label={words.place} data-testid="crumbs">
      {folders.map((folder, index) => (
        // Folders of one path may have the same name.
        <span key={index} className={index === folders.length - 1 ? 'crumb-file' : 'crumb-folder'}>
          {visible(folder)}
          {index === folders.length - 1 ? '' : '/'}
        </span>
      ))}
      {steps.map((step, index) => (
        <span key={index} className="crumb-step">
          {' › '}
          {visible(step)}
        </span>
      ))}
      {place?.source === active && !place.isInPrompt ? <span className="crumb-note">{words.notInPrompt}</span> : null}
    </nav>
  );
}
