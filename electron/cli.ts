#!/usr/bin/env node
/** The `strata` command: the same host and core as the window, without Electron. */
import { runCommand } from './cli/command';

process.exitCode = await runCommand(process.argv.slice(2));
