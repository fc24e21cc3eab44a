import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { visible } from '../../../shared/basics/invisible';
import type { Inspection } from '../../../shared/ipc/inspection/inspection';
import { useApp } from '../../context';
import { useCaptures } from '../captures/use-captures';

const title = 'Shows which text of this request stands in which file of a folder, and what an edit there would change';

/** Lays the request on screen over a folder: the one its session worked in, or another. */
export function TraceMenu({ inspection }: { readonly inspection: Inspection }) {
  const { requests } = useApp();
  const { workspace, architecture } = inspection;
  const session = useCaptures((state) => state.followed?.session ?? null);
  if (architecture !== 'request') return null;
  const own = session !== null && workspace.endsWith(`/${session.id}`) ? session.folder : null;
  if (own === null)
    return (
      <button type="button" className="toggle" title={title} onClick={() => void requests.traceElsewhere()}>
        Trace…
      </button>
    );
  return (
    <MenuTrigger>
      <Button className="toggle">Trace ▾</Button>
      <Popover className="popover" placement="bottom end">
        <Menu
          className="menu"
          aria-label="Trace to the files of a folder"
          onAction={(key) => void (key === 'own' ? requests.trace(null) : requests.traceElsewhere())}
        >
          <MenuItem id="own" className="menu-item">
            In {visible(own)}, where the agent worked
          </MenuItem>
          <MenuItem id="other" className="menu-item">
            In another folder…
          </MenuItem>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
