import { defineConfig } from '@playwright/test';
import usual from '../playwright.config.ts';

// Loops in the real window that are too slow for `npm test`, run by `npm run long`.
export default defineConfig({
  ...usual,
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../output/playwright-long',
  timeout: 3_600_000,
  reporter: [['list'], ['json', { outputFile: '../output/long-e2e.json' }]],
});
