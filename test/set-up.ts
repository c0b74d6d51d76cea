// Imports are evaluated once per worker, set-up files for each test file.
import './accounts/hash-settings.ts'
