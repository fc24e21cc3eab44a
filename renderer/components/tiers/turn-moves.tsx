import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components';
import type { Inspection } from '../../../shared/ipc/inspection/inspection';
import { useApp } from '../../context';
import { describeMoves, moveKind } from '../../model/sections/tier-items';
import { turnMovesWords as words } from '../../words/panels/tiers';

interface Props {
  readonly panel: NonNullable<Inspection['panels']['tiers']>;
  readonly inspection: Inspection;
}

const signs = { promoted: '↑', demoted: '↓', new: '+', dropped: '−' } as const;

/** Plays a turn, and says what the last one moved and why. The new state is an unsaved edit of its file. */
export function TurnMoves({ panel, inspection }: Props) {
  const { actions } = useApp();
  const state = inspection.controls.find((control) => control.name === 'state')?.value;
  const unsaved = inspection.sources.find((source) => source.id === state && source.dirty)?.id ?? null;
  return (
    <>
      <button type="button" className="primary" title={words.playHint} onClick={() => void actions.playTurn()}>
        {words.playATurn}
      </button>
      {panel.moves.length === 0 ? null : (
        <DialogTrigger>
          <Button className="quiet">{describeMoves(panel.moves)} ▾</Button>
          <Popover className="popover" placement="top start">
            <Dialog aria-label={words.lastMoves} className="moves">
              <table className="plain-table">
                <thead>
                  <tr>
                    <th scope="col">{words.moved}</th>
                    <th scope="col">{words.item}</th>
                    <th scope="col">{words.from}</th>
                    <th scope="col">{words.to}</th>
                    <th scope="col">{words.why}</th>
                  </tr>
                </thead>
                <tbody>
                  {panel.moves.slice(0, 300).map((move) => (
                    <tr key={move.key} className={`move-${moveKind(move)}`}>
                      <td className="move-kind">
                        {signs[moveKind(move)]} {moveKind(move)}
                      </td>
                      <td>{move.key}</td>
                      <td>{move.from}</td>
                      <td>{move.to}</td>
                      <td>{move.cause}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
              {panel.moves.length > 300 ? <p className="help">{words.andMore(panel.moves.length - 300)}</p> : null}
            </Dialog>
          </Popover>
        </DialogTrigger>
      )}
      {unsaved === null ? null : (
        <span className="turn-unsaved">
          <span className="dirty" aria-hidden="true">
            ●
          </span>{' '}
          {words.isNotSaved(unsaved)}
          <button type="button" className="link" onClick={() => void actions.save(unsaved)}>
            {words.saveTheState}
          </button>
          <button type="button" className="link" onClick={() => void actions.revert(unsaved)}>
            {words.undoTheTurn}
          </button>
        </span>
      )}
    </>
  );
}
