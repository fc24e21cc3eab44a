#!/bin/sh
set -e
rm -f '/usr/bin/${executable}' /usr/bin/strata
