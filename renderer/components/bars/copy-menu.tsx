import { Button, Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover, Separator } from 'react-aria-components';
import { exportFormats } from '../../../shared/exporters/types';
import { formatNames } from '../../model/action-texts';
import { useApp, useView } from '../../context';
import { copyMenuWords as words } from '../../words/window/bars';

/** The button copies the whole prompt as text; its menu has every other scope and format. */
export function CopyMenu() {
  const { actions, view, editors } = useApp();
  const selected = useView((state) => state.selected);
  const act = (key: string): void => {
    const format = exportFormats.find((each) => `all:${each}` === key);
    if (format !== undefined) void actions.copy({ kind: 'all' }, format);
    else if (key === 'section' && selected !== null) void actions.copy({ kind: 'node', id: selected }, 'text');
    else if (key === 'selection') void actions.copySelection();
    else if (key === 'export') view.showDialog('export');
  };
  return (
    <div className="split-button" data-tour="copy">
      <button type="button" className="primary" onClick={() => void actions.copy({ kind: 'all' }, 'text')}>
        {words.copy}
      </button>
      <MenuTrigger>
        <Button className="primary primary-more" aria-label={words.moreWays}>
          ▾
        </Button>
        <Popover className="popover" placement="bottom end">
          <Menu
            className="menu"
            onAction={(key) => act(String(key))}
            disabledKeys={disabled(selected !== null, editors.prompt?.selection() != null)}
          >
            <MenuSection>
              <Header className="menu-head">{words.wholePrompt}</Header>
              {exportFormats.map((format) => (
                <MenuItem key={format} id={`all:${format}`} className="menu-item">
                  {capital(formatNames[format])}
                </MenuItem>
              ))}
            </MenuSection>
            <MenuSection>
              <Header className="menu-head">{words.partAsText}</Header>
              <MenuItem id="section" className="menu-item">
                {words.selectedSection}
              </MenuItem>
              <MenuItem id="selection" className="menu-item">
                {words.selectedText}
              </MenuItem>
            </MenuSection>
            <Separator className="menu-line" />
            <MenuItem id="export" className="menu-item">
              {words.exportDialog}
            </MenuItem>
          </Menu>
        </Popover>
      </MenuTrigger>
    </div>
  );
}

function disabled(hasSection: boolean, hasSelection: boolean): string[] {
  return [...(hasSection ? [] : ['section']), ...(hasSelection ? [] : ['selection'])];
}

function capital(text: string): string {
  return text.startsWith('cURL') ? text : text.charAt(0).toUpperCase() + text.slice(1);
}
