import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { visible } from '../../../shared/basics/invisible';
import type { Inspection } from '../../../shared/ipc/inspection/inspection';
import { useApp } from '../../context';
import { useCaptures } from '../captures/use-captures';
import { traceMenuWords as words } from '../../words/panels/requests';

const title = words.traceHint;

/** Traces the request on screen to the files of a folder: the one its session worked in, or another. */
export function TraceMenu({ inspection }: { readonly inspection: Inspection }) {
  const { requests } = useApp();
  const { workspace, architecture } = inspection;
  const session = useCaptures((state) => state.followed?.session ?? null);
  if (architecture !== 'request') return null;
  const own = session !== null && workspace.endsWith(`/${session.id}`) ? session.folder : null;
  if (own === null)
    return (
      <button type="button" className="toggle" title={title} onClick={() => void requests.traceElsewhere()}>
        {words.trace}
      </button>
    );
  return (
    <MenuTrigger>
      <Button className="toggle">{words.traceMenu}</Button>
      <Popover className="popover" placement="bottom end">
        <Menu
          className="menu"
          aria-label={words.menu}
          onAction={(key) => void (key === 'own' ? requests.trace(null) : requests.traceElsewhere())}
        >
          <MenuItem id="own" className="menu-item">
            {words.inOwnFolder(visible(own))}
          </MenuItem>
          <MenuItem id="other" className="menu-item">
            {words.inOtherFolder}
          </MenuItem>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
