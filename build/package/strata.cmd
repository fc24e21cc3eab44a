@echo off
rem The strata command of an installed Strata: the app itself, in the mode that opens no window.
"%~dp0..\..\strata-app.exe" --cli %*
