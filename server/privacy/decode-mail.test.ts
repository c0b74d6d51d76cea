import { createTransport } from 'nodemailer'
import { expect, test } from 'vitest'
import { decodeMail } from './decode-mail.ts'

const name = 'Xenia Jäger-Çağlayan 47'
const subject = `${'Łukasz is paused, '.repeat(5)}${name}’s week 01 review has been marked`

/** A mail as the library writes it. */
async function write(mail: { subject?: string; text?: string; html?: string; ics?: string }) {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const { ics: content, ...rest } = mail
  const icalEvent = content === undefined ? {} : { icalEvent: { method: 'REQUEST', content } }
  const sent = await transport.sendMail({ ...rest, ...icalEvent, to: 'a@school.test' })
  if (!Buffer.isBuffer(sent.message)) throw new Error('The message is a stream')
  return sent.message
}

const lines = (...all: string[]) => Buffer.from(all.join('\r\n'))
const base64 = Buffer.from(`Dear Ana,\n\n${name} was moved to week 02.\n`).toString('base64')
const ics = `BEGIN:VCALENDAR\r\nSUMMARY:Review of the week 01 with Xenia Jäger-Çağ\r\n layan 47\r\nEND:VCALENDAR`

test.each([
  ['plain text', lines('Subject: News', '', `Dear Ana, ${name} has graduated.`)],
  ['a text broken at a space', lines('', 'Dear Ana, Xenia', 'Jäger-Çağlayan 47 has graduated.')],
  ['a decomposed text', lines('', `Dear Ana, ${name.normalize('NFD')} has graduated.`)],
  ['a long subject', await write({ subject, text: 'Hello' })],
  ['a text with a few umlauts', await write({ text: `${'Hello world. '.repeat(30)} ${name}.` })],
  ['HTML', await write({ html: `<p>${'Hello world. '.repeat(30)}<b>${name}</b></p>` })],
  ['a calendar entry', await write({ text: 'Hello', ics })],
  [
    'base64',
    lines('Content-Transfer-Encoding: base64', '', ...(base64.match(/.{1,76}/g) ?? []), ''),
  ],
  [
    'words of a subject that are split within a character',
    lines('Subject: =?UTF-8?Q?Xenia_J=C3?=', ' =?UTF-8?Q?=A4ger-=C3=87a=C4=9Flayan_47?=', '', ''),
  ],
])('a name is found in %s', (_, file) => {
  expect(decodeMail(file).some((text) => text.includes(name))).toBe(true)
})
