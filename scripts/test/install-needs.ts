import { installDefaultNeeds } from '#test/programs/needed-programs.ts'

// The installation part of `npm test`, to be run by another user if necessary.
const missing = await installDefaultNeeds()
process.exitCode = missing.length === 0 ? 0 : 1
