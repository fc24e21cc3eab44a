import { useMemo, useState } from 'react';
import type { Analysis, TokenCount } from '../../../shared/analysis/types';
import type { Bridge } from '../../../shared/ipc/contract';
import type { Inspection } from '../../../shared/ipc/inspection/inspection';
import { useApp } from '../../context';
import { formatNumber } from '../../model/counts';
import { catalogAnswer } from '../../model/panels/build-answers';
import { PanelAnswer } from './panel-answer';
import { CatalogCompare } from './catalog-compare';
import { Count } from '../basics/count';
import { DataTable, type Column } from '../table/data-table';
import { catalogPanelWords as words } from '../../words/panels/build';

interface Props {
  readonly catalog: NonNullable<Inspection['panels']['catalog']>;
  readonly analysis: Analysis;
  readonly bridge: Bridge;
}

/** Every part of the catalogue, in or out, with its condition and what it says. */
export function CatalogPanel({ catalog, analysis, bridge }: Props) {
  const { actions } = useApp();
  const [open, setOpen] = useState<string | null>(null);
  const [comparing, setComparing] = useState(false);
  const columns = useMemo(() => columnsOf(analysis), [analysis]);
  const shown = catalog.parts.find((part) => part.id === open) ?? catalog.parts[0];
  if (comparing) return <CatalogCompare bridge={bridge} onDone={() => setComparing(false)} />;
  return (
    <>
      <PanelAnswer answer={catalogAnswer(catalog)}>
        <button type="button" className="quiet" onClick={() => setComparing(true)}>
          {words.comparePartSets}
        </button>
      </PanelAnswer>
      <div className="tools">
        <DataTable
          label={words.parts}
          columns={columns}
          rows={catalog.parts}
          keyOf={({ id }) => id}
          current={shown?.id ?? null}
          rowClass={({ included }) => `part-row${included ? '' : ' is-out'}`}
          onOpen={({ id, node }) => {
            setOpen(id);
            if (node !== undefined) actions.select(node);
          }}
          menu={({ text, source }) => [
            { title: words.copyText, run: () => void actions.copyText(text, words.theText) },
            {
              title: words.openSource,
              disabled: source === undefined ? words.shipsWithStrata : '',
              run: () => source !== undefined && void actions.openSource(source),
            },
          ]}
        />
        {shown === undefined ? null : (
          <article className="tool-detail" aria-label={shown.name} tabIndex={0}>
            <h3>{shown.name}</h3>
            <p className="help">{words.version(words.when(shown.condition), shown.why, shown.version)}</p>
            <pre>{shown.text}</pre>
          </article>
        )}
      </div>
    </>
  );
}

type CatalogPart = Props['catalog']['parts'][number];

function columnsOf(analysis: Analysis): readonly Column<CatalogPart>[] {
  const measured = ({ node }: CatalogPart): TokenCount | undefined =>
    node === undefined ? undefined : analysis.tokens[node];
  return [
    { id: 'name', title: words.part, width: '18em', text: ({ name }) => name },
    { id: 'state', title: words.in, width: '5em', text: ({ included }) => (included ? words.isIn : words.isOut) },
    {
      id: 'kind',
      from: 600,
      title: words.kind,
      width: '9em',
      text: ({ kind, from }) => (from === 'overridden' ? words.overridden(kind) : kind),
    },
    {
      id: 'measured',
      title: words.tokens,
      help: words.tokensHint,
      isNumber: true,
      className: 'measured',
      width: '7em',
      text: (part) => String(measured(part)?.tokens ?? '–'),
      value: (part) => measured(part)?.tokens ?? null,
      cell: (part) => <Measured count={measured(part)} />,
    },
    {
      id: 'declared',
      from: 680,
      title: words.declared,
      help: words.declaredHint,
      isNumber: true,
      width: '7em',
      text: ({ declaredTokens }) => formatNumber(declaredTokens),
      value: ({ declaredTokens }) => declaredTokens,
    },
    { id: 'why', title: words.why, isWide: true, text: ({ why }) => why, hint: ({ why }) => why },
  ];
}

function Measured({ count }: { readonly count: TokenCount | undefined }) {
  return <span>{count === undefined ? <span title={words.notMeasured}>–</span> : <Count count={count} />}</span>;
}
