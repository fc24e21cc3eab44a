import { useApp } from '../../context';

/** For a user who has a request but no folder. */
export function OpenRequestButtons() {
  const { requests } = useApp();
  return (
    <>
      {' '}
      <button type="button" className="quiet outlined" onClick={() => void requests.openFile()}>
        Open request file…
      </button>{' '}
      <button
        type="button"
        className="quiet outlined"
        title="JSON, JSON lines, a HAR or a cURL command; the secrets of its headers are dropped"
        onClick={() => void requests.paste()}
      >
        Paste request
      </button>
    </>
  );
}
