import { memo, useState } from 'react';
import { Button, Menu, MenuItem, MenuSection, Header, MenuTrigger, Popover } from 'react-aria-components';
import { visible } from '../../../shared/basics/invisible';
import type { Bridge, Results } from '../../../shared/ipc/contract';
import type { Inspection } from '../../../shared/ipc/inspection/inspection';
import { call } from '../../bridge';
import { keysOf } from '../../commands/commands';
import { useApp } from '../../context';
import { CopyMenu } from './copy-menu';
import { SelectBox } from '../basics/select-box';
import { SettingsBar } from './settings-bar';
import { topBarWords as words } from '../../words/window/bars';
import { CoreIcon } from '../basics/core-icon';

interface Props {
  readonly inspection: Inspection;
  readonly bridge: Bridge;
}

function Bar({ inspection, bridge }: Props) {
  const { actions, view } = useApp();
  return (
    <header className="top-bar">
      <WorkspaceMenu inspection={inspection} bridge={bridge} />
      <SelectBox
        label={words.design}
        hideLabel
        value={inspection.architecture}
        choices={inspection.architectures.map((each) => ({
          value: each.id,
          label: each.title,
          note: each.detected ? words.foundHere : '',
        }))}
        onChange={(architecture) => void actions.configure({ architecture })}
      />
      <span className="bar-line" />
      <SettingsBar inspection={inspection} />
      <span className="bar-space" />
      <button
        type="button"
        className="quiet palette-button"
        onClick={() => view.showDialog('palette')}
        aria-label={words.commandPalette}
        title={words.commandPaletteKeys(keysOf('palette'))}
      >
        <span>{words.commands}</span> <kbd>{keysOf('palette')}</kbd>
      </button>
      <button type="button" className="quiet" onClick={() => view.showPanel('sessions')} title={words.captureHint}>
        {words.capture}
      </button>
      <CopyMenu />
    </header>
  );
}

/** Memoised: a build that changes only text does not redraw it. */
export const TopBar = memo(
  Bar,
  (before, after) =>
    before.bridge === after.bridge && drawn.every((key) => before.inspection[key] === after.inspection[key]),
);

const drawn = [
  'workspace',
  'architecture',
  'architectures',
  'specs',
  'controls',
] as const satisfies readonly (keyof Inspection)[];

function WorkspaceMenu({ inspection, bridge }: Props) {
  const { actions } = useApp();
  const [recent, setRecent] = useState<readonly string[]>([]);
  const [examples, setExamples] = useState<Results['workspace:examples']>([]);
  const load = (open: boolean): void => {
    if (!open) return;
    Promise.all([call(bridge, 'workspace:recent'), call(bridge, 'workspace:examples')])
      .then(([folders, listed]) => {
        setRecent(folders.filter((folder) => folder !== inspection.workspace));
        setExamples(listed);
      })
      .catch(actions.report);
  };
  const act = (key: string): void => {
    if (key === 'choose') void actions.chooseFolder();
    else if (key === 'window') void actions.openWindow();
    else void actions.openFolder(key.slice(key.indexOf(':') + 1));
  };
  return (
    <MenuTrigger onOpenChange={load}>
      <Button className="workspace-button" aria-label={words.folder(inspection.workspace)}>
        <CoreIcon />
        <span className="workspace-name">{visible(nameOf(inspection.workspace))}</span>
        <span aria-hidden="true" className="caret">
          ▾
        </span>
      </Button>
      <Popover className="popover">
        <Menu className="menu" onAction={(key) => act(String(key))}>
          <MenuItem id="choose" className="menu-item">
            {words.openFolder}
          </MenuItem>
          <MenuItem id="window" className="menu-item">
            {words.newWindow}
          </MenuItem>
          <FolderSection
            title={words.recent}
            prefix="recent"
            folders={recent.map((path) => ({ path, title: nameOf(path) }))}
          />
          <FolderSection title={words.examples} prefix="example" folders={examples} />
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

function FolderSection({
  title,
  prefix,
  folders,
}: {
  readonly title: string;
  readonly prefix: string;
  readonly folders: readonly { readonly path: string; readonly title: string }[];
}) {
  if (folders.length === 0) return null;
  return (
    <MenuSection>
      <Header className="menu-head">{title}</Header>
      {folders.map((folder) => (
        <MenuItem key={folder.path} id={`${prefix}:${folder.path}`} textValue={folder.title} className="menu-item">
          <span>{folder.title}</span>
          <span className="menu-note">{folder.path}</span>
        </MenuItem>
      ))}
    </MenuSection>
  );
}

function nameOf(folder: string): string {
  return folder.split(/[/\\]/).filter(Boolean).at(-1) ?? folder;
}
