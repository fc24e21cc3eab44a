import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components';
import type { Inspection } from '../../../shared/ipc/inspection/inspection';
import { useApp } from '../../context';
import { SettingControl, type Spec } from './setting-control';
import { settingsBarWords as words } from '../../words/window/bars';

/** The bar shows at most this many toggles and choices. A click shows all settings with their help. */
const inBar = 5;

export function SettingsBar({ inspection }: { readonly inspection: Inspection }) {
  const { specs, controls } = inspection;
  const controlOf = (spec: Spec) => controls.find((control) => control.name === spec.name);
  const short = specs
    .filter(
      (spec) =>
        spec.kind === 'toggle' || (spec.kind === 'choice' && (controlOf(spec)?.choices ?? spec.values) !== undefined),
    )
    .slice(0, inBar);
  return (
    <div className="settings-bar" role="group" aria-label={words.settingsOfDesign}>
      {short.map((spec) => (
        <SettingControl key={spec.name} spec={spec} control={controlOf(spec)} />
      ))}
      {specs.length > 0 ? <AllSettings inspection={inspection} /> : null}
    </div>
  );
}

function AllSettings({ inspection }: { readonly inspection: Inspection }) {
  const { actions } = useApp();
  const own = inspection.controls.filter((control) => !control.isDefault).length;
  return (
    <DialogTrigger>
      <Button className="quiet" data-focus="settings">
        {words.settings(own > 0 ? ` ${own}` : '')}
      </Button>
      <Popover className="popover settings-popover" placement="bottom start">
        <Dialog aria-label={words.allSettings} className="settings-dialog">
          {inspection.specs.map((spec) => {
            const control = inspection.controls.find((each) => each.name === spec.name);
            return (
              <div className="setting" key={spec.name}>
                <SettingControl spec={spec} control={control} />
                <p className="help">
                  {spec.help}
                  {control?.from === undefined ? '' : words.now(control.from)}
                </p>
                {control?.isDefault === false ? (
                  <button type="button" className="link" onClick={() => void actions.setSetting(spec.name, undefined)}>
                    {words.useDefault}
                  </button>
                ) : null}
              </div>
            );
          })}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
