import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { visible } from '../../../shared/basics/invisible';
import type { SourceInfo } from '../../../shared/ipc/inspection/inspection';
import { useApp, useInspectionState } from '../../context';
import { filesMenuWords as words } from '../../words/panes/source';

const none: readonly SourceInfo[] = [];

/** The files that the prompt is made of. */
export function FilesMenu() {
  const files = useInspectionState((state) => state.shown?.inspection.sources) ?? none;
  return (
    <MenuTrigger>
      <Button className="quiet" aria-label={words.filesOfPrompt}>
        {words.files(files.length)}
      </Button>
      <Popover className="popover" placement="bottom end">
        <FileMenu files={files} />
      </Popover>
    </MenuTrigger>
  );
}

/** Rendered only while open: a prompt may have thousands of files. */
function FileMenu({ files }: { readonly files: readonly SourceInfo[] }) {
  const { actions } = useApp();
  return (
    <Menu className="menu" aria-label={words.filesOfPrompt} onAction={(key) => void actions.openSource(String(key))}>
      {files.map((source) => (
        <MenuItem key={source.id} id={source.id} textValue={source.id} className="menu-item">
          <span className={source.exists ? '' : 'missing'}>{visible(source.id)}</span>
          <span className="menu-note">
            {[
              source.dirty ? words.unsaved : '',
              source.conflict ? words.changedOnDisk : '',
              source.exists ? '' : words.missing,
            ]
              .filter(Boolean)
              .join(', ')}
          </span>
        </MenuItem>
      ))}
    </Menu>
  );
}
