/** Problems that axe rates serious or worse, one per line. Electron refuses new pages, so axe runs in legacy mode. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** `without`: rules that do not apply there; the reason is beside the call. */
export async function seriousProblems(page: Page, without: readonly string[] = []): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(true)
    .disableRules([...without])
    .analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .slice(0, 3)
          .map((node) => `${node.target.join(' ')} ${node.failureSummary ?? ''}`)
          .join(' | ')}`,
    );
}
