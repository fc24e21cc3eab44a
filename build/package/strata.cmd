@echo off
rem The strata command of an installed Strata: the app itself, in the mode that opens no window.
if "%1"=="open" if "%2"=="--" (start "" "%~dp0..\..\strata-app.exe" "%~f3" & exit /b)
if "%1"=="open" (start "" "%~dp0..\..\strata-app.exe" "%~f2" & exit /b)
"%~dp0..\..\strata-app.exe" --cli -- %*
