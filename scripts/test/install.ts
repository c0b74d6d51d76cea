import { installNeeds } from '#test/programs/needs.ts'

// The installation part of `npm test`, to be run by another user if necessary.
const missing = await installNeeds()
process.exitCode = missing.length === 0 ? 0 : 1
