import { screen, waitFor, within } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { listPeople } from '#contract/people/people.ts'
import { paths } from '#web/paths.ts'
import { makeDomain, makePerson } from '../../factories.ts'
import { answer, choose, fill, follow, goTo, press } from '../actions.ts'
import { openScreen } from '../open-screen.tsx'
import {
  expectAddress,
  findField,
  findHeading,
  findRegion,
  findRows,
  findToast,
  getCells,
} from '../queries.ts'
import { startEmptySchool } from '../school.ts'

async function openImport(
  role: 'student' | 'reviewer' = 'student',
  settings: Parameters<typeof startEmptySchool>[0] = {},
) {
  const school = await startEmptySchool(settings)
  await makeDomain(school, 'Web')
  const { token } = await makePerson(school, 'admin', { name: 'Grace' })
  await openScreen(school, { as: { role: 'admin', token }, at: paths.importPeople(role) })
  await findHeading('Import from a list')
  const list = () => school.call(listPeople[role], { token })
  return { list, school }
}

const said = (text: string) => screen.findByRole('heading', { level: 2, name: text })
const problems = async () =>
  (await findRows('Lines of the list')).map((row) => getCells(row).at(-1))

const mixed = 'Full name,E-mail,Course\nAna,ana@x.test,Web\nBo,bo@,Cooking\nCid,cid@x.test,\n'

test('a pasted list shows each line’s problems, and its good lines are added, and removed again', async () => {
  const { list } = await openImport()
  await fill(await findField('List'), mixed)
  await press('Check the list')
  await said('2 of 3 lines can be added')
  expect(await problems()).toEqual([
    'Ready',
    'Invalid email. There is no domain ‘Cooking’.',
    'Ready',
  ])
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Only lines with problems' }))
  await waitFor(async () => expect(await problems()).toHaveLength(1))
  await press('Add the 2 valid ones')
  await findToast('2 students added. Share their links with them.')
  await said('1 line was left out')
  expect(await problems()).toEqual(['Invalid email. There is no domain ‘Cooking’.'])
  expect((await list()).map(({ name }) => name)).toEqual(['Ana', 'Cid'])
  const imports = await findRegion('Imports')
  await imports.findByText('2 students')
  await press('Undo', within(await screen.findByRole('alert')))
  await findToast('2 people removed.')
  expect(await list()).toEqual([])
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Imports' })).toBeNull())
  expect(screen.queryByRole('region', { name: 'Invitation links' })).toBeNull()
})

test('the lines that were left out stay in the box with their header, to be corrected', async () => {
  const { list } = await openImport()
  const head = 'Nom;Adresse;Course\n\n'
  const [bo, cid] = ['"Bo\nBerg";bo@;Web\n', 'Cid;cid@x.test;Webb']
  await fill(await findField('List'), `${head}Ana;ana@x.test;Web\n${bo}Dee;dee@x.test;\n${cid}\n`)
  await press('Check the list')
  await choose('Name', 'Nom')
  await choose('Email', 'Adresse')
  await said('2 of 4 lines can be added')
  await press('Add the 2 valid ones')
  await said('2 lines were left out')
  expect(await findField('List')).toHaveValue(`${head}${bo}${cid}`)
  await fill(await findField('List'), `${head}${bo.replace('@', '@x.test')}${cid}`)
  await press('Check the list')
  await said('1 of 2 lines can be added')
  await press('Add the valid one')
  await said('1 line was left out')
  expect(await findField('List')).toHaveValue(`${head}${cid}`)
  await fill(await findField('List'), `${head}${cid.replace('Webb', 'Web')}`)
  await press('Check the list')
  await press('Add all 1')
  await waitFor(async () => expect(await findField('List')).toHaveValue(''))
  expect((await list()).map(({ name }) => name)).toEqual(['Ana', 'Bo Berg', 'Cid', 'Dee'])
})

test('without a mail server the links of those added are shown, to be copied or saved', async () => {
  const { school } = await openImport()
  await fill(await findField('List'), mixed)
  await press('Check the list')
  await screen.findByText(/you will get a link for each person/)
  await press('Add the 2 valid ones')
  await findToast('2 students added. Share their links with them.')
  const links = [await school.linkTo('ana@x.test'), await school.linkTo('cid@x.test')]
  expect((await findRows('Invitation links')).map((row) => getCells(row).slice(0, 3))).toEqual([
    ['Ana', 'ana@x.test', links[0]],
    ['Cid', 'cid@x.test', links[1]],
  ])
  await press('Copy link for Cid')
  await screen.findByRole('button', { name: 'Copied link for Cid' })
  expect(await navigator.clipboard.readText()).toBe(links[1])
  const made = vi.spyOn(URL, 'createObjectURL')
  // The browser would navigate: downloads are its own work.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  await press('Save as CSV')
  const [saved] = made.mock.calls[0] ?? []
  expect(saved instanceof Blob && (await saved.text())).toBe(
    `\uFEFFName,Email,Link\r\n"Ana","ana@x.test","${links[0]}"\r\n"Cid","cid@x.test","${links[1]}"\r\n`,
  )
})

test('with a mail server the links are for their mailboxes alone', async () => {
  await openImport('student', { smtpUrl: 'smtp://mail.school.test' })
  await fill(await findField('List'), mixed)
  await press('Check the list')
  await said('2 of 3 lines can be added')
  expect(screen.queryByText(/you will get a link/)).toBeNull()
  await press('Add the 2 valid ones')
  await findToast('2 students added and invited.')
  expect(screen.queryByRole('region', { name: 'Invitation links' })).toBeNull()
})

test('a list without problems is added as a whole, and taken back from the imports', async () => {
  const { list } = await openImport('reviewer')
  await fill(await findField('List'), 'Name;Mail;Domains\nPriya;priya@x.test;Web')
  await press('Check the list')
  await said('1 reviewer can be added')
  await press('Add all 1')
  await findToast('1 reviewer added. Share their links with them.')
  expect(await list()).toMatchObject([{ name: 'Priya', domains: [{ name: 'Web' }] }])
  await press('Undo import of 1 reviewer', await findRegion('Imports'))
  await answer(
    '1 person who has not set a password yet will be removed, and their invitation will stop working.',
    'Remove',
  )
  await findToast('1 person removed.')
  expect(await list()).toEqual([])
})

test('a file is read whatever its encoding, and its columns are chosen by hand', async () => {
  await openImport()
  const bytes = Uint8Array.from('Nom;Adresse\r\nZoë;zoe@x.test', (char) => char.charCodeAt(0))
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('there is no file input')
  await userEvent.upload(input, new File([bytes], 'liste.csv', { type: 'text/csv' }))
  await screen.findByText('liste.csv, read as Windows-1252')
  await said('0 of 1 line can be added')
  expect(await problems()).toEqual(['Name is required. Email is required.'])
  await choose('Name', 'Nom')
  await choose('Email', 'Adresse')
  await said('1 student can be added')
  expect((await findRows('Lines of the list')).map((row) => getCells(row).slice(0, 3))).toEqual([
    ['2', 'Zoë', 'zoe@x.test'],
  ])
})

test('columns that are not used are named', async () => {
  await openImport()
  await fill(await findField('List'), 'Name;Email;Fachbereich;Telefon\nAna;ana@x.test;Web;1')
  await press('Check the list')
  await screen.findByText('Fachbereich and Telefon are not used.')
  await choose('Domain', 'Fachbereich')
  await screen.findByText('Telefon is not used.')
  await choose('Advisor', 'Telefon')
  await waitFor(() => expect(screen.queryByText(/not used/)).toBeNull())
})

test('a misspelled column or domain is answered with the one that may be meant', async () => {
  await openImport()
  await fill(await findField('List'), 'Name;Emial;Telefon;Domain\nAna;ana@x.test;1;Webb')
  await press('Check the list')
  await screen.findByText('Emial and Telefon are not used. Did you mean ‘Email’ by ‘Emial’?')
  expect(await problems()).toEqual([
    'Email is required. There is no domain ‘Webb’. Did you mean ‘Web’?',
  ])
})

test('headers below a title are found, and the page says where they are', async () => {
  await openImport()
  await fill(await findField('List'), 'Autumn 2026;;\n\nName;Email;Course\nAna;ana@x.test;Web')
  await press('Check the list')
  await said('1 student can be added')
  await screen.findByText('The columns are named in line 3.')
})

test('what is no list of people is named beside the field', async () => {
  await openImport()
  await fill(await findField('List'), 'Name,Email')
  await press('Check the list')
  await waitFor(async () =>
    expect(await findField('List')).toHaveAccessibleDescription(/There are no people in this file/),
  )
})

test('a list that was not added yet is still there after another screen', async () => {
  await openImport()
  await fill(await findField('List'), mixed)
  await follow('Students', within(await screen.findByRole('navigation', { name: 'Breadcrumb' })))
  await follow('Import from a list')
  await findHeading('Import from a list')
  expect(await findField('List')).toHaveValue(mixed)
  await said('2 of 3 lines can be added')
})

/** Adds the valid lines of a list. */
async function addLines(text: string, button: string) {
  await fill(await findField('List'), text)
  await press('Check the list')
  await press(button)
}

test('links of the first addition stay beside those of the lines that were mended', async () => {
  const { school } = await openImport()
  await addLines(mixed, 'Add the 2 valid ones')
  await said('1 line was left out')
  await addLines('Name,Email\nBo,bo@x.test', 'Add all 1')
  await waitFor(async () =>
    expect((await findRows('Invitation links')).map((row) => getCells(row).slice(0, 3))).toEqual([
      ['Ana', 'ana@x.test', await school.linkTo('ana@x.test')],
      ['Cid', 'cid@x.test', await school.linkTo('cid@x.test')],
      ['Bo', 'bo@x.test', await school.linkTo('bo@x.test')],
    ]),
  )
  await press('Undo import of 1 student', await findRegion('Imports'))
  await press('Remove')
  await waitFor(async () => expect(await findRows('Invitation links')).toHaveLength(2))
})

test('leaving links that are not saved asks first', async () => {
  await openImport()
  await addLines(mixed, 'Add the 2 valid ones')
  await findRegion('Invitation links')
  await goTo('Advisors')
  const question = 'The links are not saved and will be lost.'
  await answer(question, 'Cancel')
  await findHeading('Import from a list')
  vi.spyOn(URL, 'createObjectURL')
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  await press('Save as CSV')
  await goTo('Advisors')
  await expectAddress(paths.advisorList)
})

test('undoing an addition puts all its lines back, as they were given, and checks them anew', async () => {
  const { list } = await openImport()
  const taken = `${mixed}Dee,ana@x.test,\n`
  await addLines(taken, 'Add the 2 valid ones')
  await said('2 lines were left out')
  expect((await problems()).at(-1)).toBe('This email is already in use.')
  await press('Undo', within(await screen.findByRole('alert')))
  await findToast('2 people removed.')
  await said('2 of 4 lines can be added')
  expect(await findField('List')).toHaveValue(taken)
  expect(await problems()).toEqual([
    'Ready',
    'Invalid email. There is no domain ‘Cooking’.',
    'Ready',
    'This email is already in line 2.',
  ])
  expect(await list()).toEqual([])
})

test('undoing an addition later keeps what was mended since, and adds the lines below', async () => {
  await openImport()
  await addLines(mixed, 'Add the 2 valid ones')
  await said('1 line was left out')
  const mended = 'Full name,E-mail,Course\nBo,bo@x.test,Web'
  await fill(await findField('List'), mended)
  await press('Undo import of 2 students', await findRegion('Imports'))
  await press('Remove')
  await findToast('2 people removed.')
  await said('3 students can be added')
  expect(await findField('List')).toHaveValue(`${mended}\nAna,ana@x.test,Web\nCid,cid@x.test,`)
})

test('several domains may be separated by commas, and the page says so', async () => {
  await openImport('reviewer')
  await screen.findByText(/Separate several domains by commas, semicolons or line breaks\.$/)
  await fill(await findField('List'), 'Name;Mail;Domains\nPriya;priya@x.test;Web, Webb')
  await press('Check the list')
  await said('0 of 1 line can be added')
  expect(await problems()).toEqual(['There is no domain ‘Webb’. Did you mean ‘Web’?'])
})

test('a list without problems has no column of problems', async () => {
  await openImport()
  await fill(await findField('List'), 'Name;Email\nAna;ana@x.test')
  await press('Check the list')
  await said('1 student can be added')
  await findRows('Lines of the list', 1)
  expect(screen.queryByRole('columnheader', { name: 'Problems' })).toBeNull()
})
