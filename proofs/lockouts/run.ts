import { failedLoginWindowMinutes } from '#contract/limits/accounts.ts'
import { inSchool, type Person, type School } from './school.ts'

/**
 * Attacks on the limit on failed logins, with a simulated clock: how far they get, and whom they
 * lock out. Uses the server's own rules and database without hashing passwords, so that a day takes
 * a minute. Prints the figures in docs/run/security.md.
 */
const dayMinutes = 24 * 60
const network = (one: number) => `10.${one >> 16}.${(one >> 8) & 255}.${one & 255}`
const home = '192.0.2.7'
const school = '198.51.100.1'
const thousand = 1_000

say('| attack | guesses judged | the owner, where they signed in lately | the owner, elsewhere |')
say('|---|---|---|---|')
await oneNetwork()
await manyNetworks()
await everyAccount()
await fromWithinTheSchool()
say('')
say('| a first day: 2,000 newcomers behind one address in 15 minutes | told to wait |')
say('|---|---|')
for (const oneIn of [50, 25, 10]) await firstDay(oneIn)

/** Counts successful logins among all tries. */
function countEntries() {
  let [entered, tried] = [0, 0]
  return {
    async count(entry: Promise<boolean>) {
      tried += 1
      if (await entry) entered += 1
    },
    told() {
      if (entered === tried) return 'always in'
      return entered === 0 ? 'never in' : `in ${share(entered, tried)} of the time`
    },
  }
}

function share(part: number, all: number): string {
  return `${Math.round((part / all) * 100)} %`
}

/** Guesses for as long as guesses are checked. */
async function guessOn(
  { guess }: School,
  next: (count: number) => { email: string; address: string },
): Promise<number> {
  let count = 0
  while (await guess(next(count))) count += 1
  return count
}

async function oneNetwork(): Promise<void> {
  await inSchool(async (of) => {
    const owner = await addOwner(of)
    const [atHome, elsewhere] = [countEntries(), countEntries()]
    let judged = 0
    await of.forMinutes(dayMinutes, async () => {
      judged += await guessOn(of, () => ({ email: owner.email, address: network(1) }))
      await atHome.count(of.signIn(owner, home))
      await elsewhere.count(of.signIn(owner, '203.0.113.9'))
    })
    row('from one network on one account, a day', judged, atHome.told(), elsewhere.told())
  })
}

async function manyNetworks(): Promise<void> {
  await inSchool(async (of) => {
    const owner = await addOwner(of)
    const [atHome, elsewhere] = [countEntries(), countEntries()]
    let judged = 0
    await of.forMinutes(dayMinutes, async (minute) => {
      judged += await guessOn(of, (count) => {
        return { email: owner.email, address: network((minute * 7 + count) % thousand) }
      })
      await atHome.count(of.signIn(owner, home))
      await elsewhere.count(of.signIn(owner, `203.0.113.${minute % 250}`))
    })
    row('from 1,000 networks on one account, a day', judged, atHome.told(), elsewhere.told())
  })
}

async function everyAccount(): Promise<void> {
  await inSchool(async (of) => {
    const people = await of.addPeople(2 * thousand)
    const [owner] = people
    if (!owner) throw new Error('there is nobody')
    await of.signIn(owner, home)
    const [atHome, elsewhere] = [countEntries(), countEntries()]
    let judged = 0
    await of.forMinutes(failedLoginWindowMinutes, async (minute) => {
      const first = (minute * thousand) / failedLoginWindowMinutes
      const after = ((minute + 1) * thousand) / failedLoginWindowMinutes
      for (let one = Math.ceil(first); one < after; one++) {
        judged += await guessOn(of, (count) => {
          const person = people[(one * 2 + count) % people.length] ?? owner
          return { email: person.email, address: network(one) }
        })
      }
      await atHome.count(of.signIn(owner, home))
      await elsewhere.count(of.signIn(owner, `203.0.113.${minute}`))
    })
    row(
      'from 1,000 networks on 2,000 accounts, 15 minutes',
      judged,
      atHome.told(),
      elsewhere.told(),
    )
  })
}

/** Someone at the school guesses a classmate's password, then invented accounts, all day. */
async function fromWithinTheSchool(): Promise<void> {
  await inSchool(async (of) => {
    const people = await of.addPeople(2 * thousand)
    const [victim, ...others] = people
    const newcomer = others.pop()
    if (!victim || !newcomer) throw new Error('there is nobody')
    for (const person of [victim, ...others]) await of.signIn(person, school)
    await of.signIn(victim, home)
    const [atSchool, atHome, classmates, newcomers] = Array.from({ length: 4 }, countEntries)
    let judged = 0
    await of.forMinutes(dayMinutes, async (minute) => {
      judged += await guessOn(of, () => ({ email: victim.email, address: school }))
      judged += await guessOn(of, (count) => {
        return { email: `nobody-${minute}-${count}@school.test`, address: school }
      })
      await atSchool?.count(of.signIn(victim, school))
      await atHome?.count(of.signIn(victim, home))
      await classmates?.count(of.signIn(others[minute] ?? victim, school))
      await newcomers?.count(of.signIn(newcomer, school))
    })
    const inSchoolToo = `at school ${atSchool?.told()}, at home ${atHome?.told()}`
    const attack =
      'from within a school of 2,000 behind one address, on one classmate and on invented accounts, a day'
    row(attack, judged, inSchoolToo, '–')
    say(`| – the other 1,998 who have signed in there lately | | ${classmates?.told()} | – |`)
    say(`| – somebody who is there for the first time | | – | ${newcomers?.told()} |`)
  })
}

/** Everyone signs in for the first time, evenly over 15 minutes, and some mistype once. */
async function firstDay(oneIn: number): Promise<void> {
  await inSchool(async (of) => {
    const people = await of.addPeople(2 * thousand)
    let waiting = 0
    const aMinute = people.length / failedLoginWindowMinutes
    await of.forMinutes(failedLoginWindowMinutes, async (minute) => {
      const from = Math.ceil(minute * aMinute)
      for (const [place, person] of people.slice(from, Math.ceil(from + aMinute)).entries()) {
        if ((from + place) % oneIn === 0) await of.guess({ ...person, address: school })
        if (!(await of.signIn(person, school))) waiting += 1
      }
    })
    say(`| once mistyped by ${share(1, oneIn)} | ${waiting.toLocaleString('en')} |`)
  })
}

async function addOwner(of: School): Promise<Person> {
  const [owner] = await of.addPeople(1)
  if (!owner) throw new Error('there is nobody')
  await of.signIn(owner, home)
  return owner
}

function row(attack: string, judged: number, known: string, strange: string): void {
  say(`| ${attack} | ${judged.toLocaleString('en')} | ${known} | ${strange} |`)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
