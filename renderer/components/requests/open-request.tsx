import { useApp } from '../../context';
import { openRequestWords as words } from '../../words/panels/requests';

/** For a user who has a request but no folder. */
export function OpenRequestButtons() {
  const { requests } = useApp();
  return (
    <>
      {' '}
      <button type="button" className="quiet outlined" onClick={() => void requests.openFile()}>
        {words.openRequestFile}
      </button>{' '}
      <button type="button" className="quiet outlined" title={words.openHint} onClick={() => void requests.paste()}>
        {words.pasteRequest}
      </button>
    </>
  );
}
