// starts a cluster with the school and stays
import { openSchool } from './schools.ts'

const school = await openSchool('postgres', 10_000)
console.log(school.address)
setInterval(() => {}, 1000)
process.once('SIGTERM', async () => {
  await school.remove()
  process.exit(0)
})
