import type { ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { useApp, useView } from '../context';
import type { Shown } from '../stores/inspection';
import { panelNames, type PanelName } from '../stores/view';
import { FindingsPanel } from './findings-panel';

interface PanelEntry {
  readonly name: PanelName;
  readonly title: string;
  readonly content: ReactNode;
}

export function Panels({ shown }: { readonly shown: Shown }) {
  const { view } = useApp();
  const wanted = useView((state) => state.panel);
  const { inspection } = shown;
  const entries: readonly PanelEntry[] = [
    { name: 'findings', title: counted('Findings', inspection.findings.length), content: <FindingsPanel inspection={inspection} /> },
  ];
  const selected = entries.some((entry) => entry.name === wanted) ? wanted : 'findings';
  return (
    <Tabs className="panels" selectedKey={selected} onSelectionChange={(key) => view.showPanel(panelNames.find((name) => name === key) ?? 'findings')}>
      <TabList className="panel-tabs" aria-label="Panels">
        {entries.map((entry) => <Tab key={entry.name} id={entry.name} className="panel-tab">{entry.title}</Tab>)}
      </TabList>
      {entries.map((entry) => <TabPanel key={entry.name} id={entry.name} className="panel">{entry.content}</TabPanel>)}
    </Tabs>
  );
}

function counted(title: string, count: number): string {
  return count === 0 ? title : `${title} ${count}`;
}
