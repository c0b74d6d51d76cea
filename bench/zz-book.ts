import { Session } from 'node:inspector/promises'
import { createWriteStream, writeFileSync } from 'node:fs'
import { buildApp } from '#server/app.ts'
import { openSchool } from './schools.ts'
import { fillBookings } from './bookings.ts'
const kind = process.argv[2] === 'postgres' ? 'postgres' : 'sqlite'
const school = await openSchool(kind, 300)
const made = await fillBookings(school, 12_000)
const app = await buildApp({ ...school.context }, { log: { level: 'info', stream: createWriteStream('/dev/null') }, limits: { callWaitsMs: Infinity } })
let k = 0
const one = async () => { const r = await app.inject({ method: 'PUT', url: '/advisor/book-slot', headers: { authorization: made.token }, payload: made.bodyOf(k++) }); if (r.statusCode !== 200) throw new Error(r.body) }
const times: number[] = []
for (let round = 0; round < 6; round++) {
  const t = performance.now()
  for (let i = 0; i < 500; i++) await one()
  times.push((performance.now() - t) * 1000 / 500)
}
console.log('us per booking', times.map((t) => t.toFixed(0)).join(' '))
const session = new Session(); session.connect()
await session.post('Profiler.enable'); await session.post('Profiler.setSamplingInterval', { interval: 200 })
await session.post('Profiler.start')
for (let i = 0; i < 3000; i++) await one()
const { profile } = await session.post('Profiler.stop')
writeFileSync('/tmp/prof/book.cpuprofile', JSON.stringify(profile))
await app.close(); await school.remove(); process.exit(0)
