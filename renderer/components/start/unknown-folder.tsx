import { visible } from '../../../shared/basics/invisible';
import type { InspectorError } from '../../../shared/ipc/contract';
import { useApp } from '../../context';

/** A folder that no design matches. What can be made of it is one click away; what was looked for is there to read. */
export function UnknownFolder({ failure }: { readonly failure: InspectorError & { readonly folder: string } }) {
  const { actions, requests } = useApp();
  const { folder, offers = [], message } = failure;
  const name = folder.split(/[/\\]/).findLast((part) => part !== '') ?? folder;
  return (
    <section className="unknown-folder" aria-label="Choose how to read the folder">
      <p>
        <strong>{visible(name)}</strong>: no known agent layout found. {offers.length === 0 ? '' : 'Choose one:'}
      </p>
      <div className="start-choices">
        {offers.map(({ id, title }) => (
          <button key={id} type="button" className="quiet outlined" onClick={() => void actions.openFolder(folder, id)}>
            What {title} makes of it
          </button>
        ))}
        <button type="button" className="quiet outlined" onClick={() => void requests.createLayout(folder)}>
          New layout from this folder
        </button>
      </div>
      <p className="help">
        A new layout writes a strata.json that lists the prompt files found there, and nothing else.
      </p>
      <details>
        <summary>What was looked for</summary>
        <p className="looked-for">{message.split('\n').map(visible).join('\n')}</p>
      </details>
    </section>
  );
}
