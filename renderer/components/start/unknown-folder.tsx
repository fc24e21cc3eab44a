import { visible } from '../../../shared/basics/invisible';
import type { InspectorError } from '../../../shared/ipc/contract';
import { useApp } from '../../context';
import { unknownFolderWords as words } from '../../words/window/start';

/** A folder that no design matches: offers ways to open it, and says what was looked for. */
export function UnknownFolder({ failure }: { readonly failure: InspectorError & { readonly folder: string } }) {
  const { actions, requests } = useApp();
  const { folder, offers = [], message } = failure;
  const name = folder.split(/[/\\]/).findLast((part) => part !== '') ?? folder;
  return (
    <section className="unknown-folder" aria-label={words.chooseHow}>
      <p>
        <strong>{visible(name)}</strong>
        {words.noneFound(offers.length === 0 ? '' : words.chooseOne)}
      </p>
      <div className="start-choices">
        {offers.map(({ id, title }) => (
          <button key={id} type="button" className="quiet outlined" onClick={() => void actions.openFolder(folder, id)}>
            {words.whatAgentMakes(title)}
          </button>
        ))}
        <button type="button" className="quiet outlined" onClick={() => void requests.createLayout(folder)}>
          {words.newLayout}
        </button>
      </div>
      <p className="help">{words.newLayoutHint}</p>
      <details>
        <summary>{words.lookedFor}</summary>
        <p className="looked-for">{message.split('\n').map(visible).join('\n')}</p>
      </details>
    </section>
  );
}
