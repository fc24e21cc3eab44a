import { visible } from '../../../shared/basics/invisible';
import type { InspectorError } from '../../../shared/ipc/contract';
import { useApp } from '../../context';
import { unknownFolderWords as words } from '../../words/start';

/** A folder that no design matches. What can be made of it is one click away; what was looked for is there to read. */
export function UnknownFolder({ failure }: { readonly failure: InspectorError & { readonly folder: string } }) {
  const { actions, requests } = useApp();
  const { folder, offers = [], message } = failure;
  const name = folder.split(/[/\\]/).findLast((part) => part !== '') ?? folder;
  return (
    <section className="unknown-folder" aria-label={words.chooseHowToReadThe}>
      <p>
        <strong>{visible(name)}</strong>
        {words.noKnownAgentLayoutFound(offers.length === 0 ? '' : words.chooseOne)}
      </p>
      <div className="start-choices">
        {offers.map(({ id, title }) => (
          <button key={id} type="button" className="quiet outlined" onClick={() => void actions.openFolder(folder, id)}>
            {words.whatMakesOfIt(title)}
          </button>
        ))}
        <button type="button" className="quiet outlined" onClick={() => void requests.createLayout(folder)}>
          {words.newLayoutFromThisFolder}
        </button>
      </div>
      <p className="help">{words.aNewLayoutWritesA}</p>
      <details>
        <summary>{words.whatWasLookedFor}</summary>
        <p className="looked-for">{message.split('\n').map(visible).join('\n')}</p>
      </details>
    </section>
  );
}
