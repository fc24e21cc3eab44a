import type { Bridge } from '../../../shared/ipc/contract';
import { axisChoices } from '../../model/compare/matrix';
import { panelTitles } from '../../model/panels/panel-words';
import type { Shown } from '../../stores/inspection';
import { hasSequence } from '../../stores/requests';
import { MatrixPanel } from '../matrix/matrix-panel';
import type { PanelEntry } from '../panels/panels';
import { SentPanel } from './sent-panel';
import { SequencePanel } from './sequence-panel';

/**
 * A file with several requests has a sequence panel. A workspace has a panel for sent requests and, if it has settings,
 * for variants.
 */
export function requestPanels(shown: Shown, bridge: Bridge): readonly PanelEntry[] {
  const { inspection } = shown;
  return [
    ...(hasSequence(inspection)
      ? [
          {
            name: 'sequence',
            title: panelTitles.sequence,
            content: () => <SequencePanel inspection={inspection} bridge={bridge} />,
          } as const,
        ]
      : []),
    ...(inspection.architecture === 'request'
      ? []
      : [
          {
            name: 'sent',
            title: panelTitles.sent,
            content: () => <SentPanel document={inspection.document} />,
          } as const,
        ]),
    ...(inspection.architecture === 'request' || axisChoices(inspection).length === 0
      ? []
      : [
          {
            name: 'matrix',
            title: panelTitles.matrix,
            content: () => <MatrixPanel inspection={inspection} bridge={bridge} />,
          } as const,
        ]),
  ];
}
