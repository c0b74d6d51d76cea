import { invite } from '../steps/schools/invite-and-onboard.ts'
import { byButton } from './driver.ts'
import { journey } from './journey.ts'
import { makeSmallSchool } from './small-school.ts'

const newcomer = { name: 'Nova Lindgren', email: 'nova@small-school.test' }
const password = 'a long-kept secret'

journey('an invited student comes in', async ({ school, begin }) => {
  await makeSmallSchool(school)
  await invite(school, 'student', newcomer)
  const mail = await school.invitationOf(newcomer.email)
  const student = await begin('Onboarding', {})
  await student.step('Follow the link in the email', async () => {
    await student.open(mail)
    await student.sees('Set your password')
  })
  await student.step('Set a password', async () => {
    await student.write('Password', password)
    await student.write('Confirm password', password)
    await student.send(byButton('Set password'))
    await student.sees('Complete your profile')
  })
  await student.step('Complete the profile', async () => {
    await student.choose('Domain', 'Web Development')
    await student.write('Mobile number', '5550001111')
    await student.writeDate('Date of birth', '2000-02-29')
    await student.choose('Gender', 'female')
    await student.write('Educational qualification', 'BSc Physics')
    await student.write('Address', '1 Mill Lane')
    await student.send(byButton('Save profile'))
    await student.sees('Student login')
  })
  await student.step('Sign in', async () => {
    await student.write('Password', password)
    await student.send(byButton('Login'))
    await student.sees('Next Review')
  })
})
