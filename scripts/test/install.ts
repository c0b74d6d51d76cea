import { installNeeds } from '#test/programs/needs.ts'

// What `npm test` does first, for whoever installs as another user than the one who tests.
const missing = await installNeeds()
process.exitCode = missing.length === 0 ? 0 : 1
