import { getCallRecord } from '#contract/calls/call-record.ts'
import { expect, test } from '../kit/school.ts'
import { slowTests } from '../kit/tags.ts'
import { getConnectionInfo } from '../steps/calls/peer-connections.ts'
import { callButton, callStatus, expectVideo, meet, startCall } from '../steps/meet-and-call.ts'

test('before the call people see their video, test the microphone and choose devices that are remembered', {
  tag: slowTests,
}, async ({ page, school, somebodyElse }) => {
  const { student } = await meet(school, page, somebodyElse)
  await student.getByRole('button', { name: 'Share Your Vedio' }).click()
  await expect(student.getByLabel('Your own video')).toBeVisible()
  const level = student.getByRole('progressbar', { name: 'Microphone level' })
  await expect
    .poll(async () => Number(await level.getAttribute('aria-valuenow')), { intervals: [50] })
    .toBeGreaterThan(0)
  const microphone = student.getByRole('combobox', { name: 'Microphone' })
  await microphone.click()
  const other = student.getByRole('option').last()
  const name = await other.innerText()
  await other.click()
  await expect(microphone).toHaveValue(name)
  await student.reload()
  await expect(student.getByRole('combobox', { name: 'Microphone' })).toHaveValue(name)
})

test('a muted person is shown as muted, and is told when they speak', { tag: slowTests }, async ({
  page,
  school,
  somebodyElse,
}) => {
  const { review, student, reviewer } = await meet(school, page, somebodyElse)
  await student.getByRole('button', { name: 'Share Your Vedio' }).click()
  await callButton(reviewer).click()
  await expectVideo(reviewer)
  await student.getByRole('button', { name: 'Mute', exact: true }).click()
  await expect(reviewer.getByText(`${review.student.name} is muted`)).toBeVisible()
  // The browser's test microphone beeps once a second.
  await expect(student.getByText('You are muted')).toBeVisible()
  await student.getByRole('button', { name: 'Unmute' }).click()
  await expect(reviewer.getByText(`${review.student.name} is muted`)).toBeHidden()
})

test('a person shares the screen instead of the camera, and switches back', {
  tag: slowTests,
}, async ({ page, school, somebodyElse }) => {
  const { student, reviewer } = await meet(school, page, somebodyElse)
  await callButton(student).click()
  await expectVideo(reviewer)
  await student.getByRole('button', { name: 'Share the screen' }).click()
  await expect(student.getByRole('button', { name: 'Stop sharing the screen' })).toBeVisible()
  await expectVideo(reviewer)
  await student.getByRole('button', { name: 'Stop sharing the screen' }).click()
  await expectVideo(reviewer)
})

test('devices and full screen can be changed during the call', {
  tag: slowTests,
}, async ({ page, school, somebodyElse }) => {
  const meeting = await meet(school, page, somebodyElse)
  await startCall(meeting)
  const { student, reviewer } = meeting
  const before = await getConnectionInfo(student)
  await student.getByText('Camera and sound').click()
  for (const device of ['Camera', 'Microphone']) {
    const choice = student.getByRole('combobox', { name: device })
    await choice.click()
    await student.getByRole('option').last().click()
    await expect(choice).toBeEnabled()
  }
  await expectVideo(reviewer)
  await student.getByRole('button', { name: 'Full screen' }).click()
  await expect.poll(() => student.evaluate(() => document.fullscreenElement !== null)).toBe(true)
  await expectVideo(student)
  expect(await getConnectionInfo(student)).toEqual(before)
})

test('the chat reaches the other side, survives a reload, and is saved with the review', {
  tag: slowTests,
}, async ({ page, school, somebodyElse }) => {
  const { review, student, reviewer } = await meet(school, page, somebodyElse)
  await callButton(reviewer).click()
  await expectVideo(student)
  const write = async (side: typeof page, text: string) => {
    await side.getByLabel('Message').fill(text)
    await side.getByRole('button', { name: 'Send' }).click()
  }
  await write(student, 'Here is my link')
  await expect(reviewer.getByRole('list', { name: 'Chat' })).toContainText('Here is my link')
  await write(reviewer, 'I see it')
  await expect(student.getByRole('list', { name: 'Chat' })).toContainText('I see it')
  await student.reload()
  const lines = student.getByRole('list', { name: 'Chat' }).getByRole('listitem')
  await expect(lines).toHaveText([/Here is my link$/, /I see it$/])
  const token = await school.tokenOf('reviewer')
  const { chat } = await school.call(getCallRecord.reviewer, { token, query: { id: review._id } })
  expect(chat.map(({ text }) => text)).toEqual(['Here is my link', 'I see it'])
})

test('a message that arrives while the chat is out of view is shown, also in full screen, and leads to the chat', {
  tag: slowTests,
}, async ({ page, school, somebodyElse }) => {
  const { review, student, reviewer } = await meet(school, page, somebodyElse)
  await callButton(reviewer).click()
  await expectVideo(student)
  const write = async (text: string) => {
    await student.getByLabel('Message').fill(text)
    await student.getByLabel('Message').press('Enter')
  }
  const show = reviewer.getByRole('button', { name: 'Show chat' })
  await write('Do you see me?')
  await expect(reviewer.getByRole('list', { name: 'Chat' })).toContainText('Do you see me?')
  await expect(show).toBeHidden()
  await reviewer.getByRole('button', { name: 'Submit the pending tasks' }).scrollIntoViewIfNeeded()
  await expect(reviewer.getByLabel('Message')).not.toBeInViewport()
  await write('My microphone is broken')
  await expect(reviewer.getByText(`${review.student.name} My microphone is broken`)).toHaveCount(2)
  await show.click()
  await expect(reviewer.getByLabel('Message')).toBeFocused()
  await expect(show).toBeHidden()
  await reviewer.getByRole('button', { name: 'Full screen' }).click()
  await expect.poll(() => reviewer.evaluate(() => document.fullscreenElement !== null)).toBe(true)
  await write('Still broken')
  await show.click()
  await expect.poll(() => reviewer.evaluate(() => document.fullscreenElement)).toBe(null)
  await expect(show).toBeHidden()
})

test('a message of several lines or from right to left arrives as written, one too long says so, and one being written outlives an interruption', {
  tag: slowTests,
}, async ({ page, school, somebodyElse }) => {
  const { student, reviewer } = await meet(school, page, somebodyElse)
  await callButton(reviewer).click()
  await expectVideo(student)
  const message = student.getByLabel('Message')
  await message.fill('if (late) {')
  await message.press('Shift+Enter')
  await message.pressSequentially('  hurry()')
  await message.press('Enter')
  const line = reviewer.getByRole('list', { name: 'Chat' }).getByRole('listitem')
  await expect(line).toContainText('if (late) {\n  hurry()', { useInnerText: true })
  await expect(message).toHaveValue('')
  await message.fill('תודה!')
  await message.press('Enter')
  await expect(line.last().locator('bdi')).toHaveCSS('direction', 'rtl')
  await message.focus()
  await student.keyboard.insertText('x'.repeat(2_001))
  await expect(student.getByText('A message has at most 2,000 characters.')).toBeVisible()
  await message.fill('As I was saying')
  await reviewer.reload()
  await expectVideo(student)
  await expect(message).toHaveValue('As I was saying')
  await message.press('Enter')
  await expect(line.last()).toContainText('As I was saying')
})

test('when the student goes back to their home or closes the page, the reviewer waits for them again', {
  tag: slowTests,
}, async ({ page, school, somebodyElse }) => {
  const { student, reviewer } = await meet(school, page, somebodyElse)
  await callButton(reviewer).click()
  await expectVideo(student)
  const picture = reviewer.getByLabel(/^Video of /)
  await expect(picture).toBeVisible()
  await student.goBack()
  await expect(callStatus(reviewer, 'Waiting for Student to join the Room')).toBeVisible()
  await expect(picture).toHaveCount(0)
  await student.goForward()
  await expectVideo(student)
  await student.close({ runBeforeUnload: true })
  await expect(callStatus(reviewer, 'Waiting for Student to join the Room')).toBeVisible()
})
