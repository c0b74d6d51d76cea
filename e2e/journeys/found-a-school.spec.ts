import { demoLogins } from '#contract/school/school.ts'
import { byButton, byLink, type Walker } from './driver.ts'
import { journey } from './journey.ts'

journey('an admin founds a school', async ({ begin }) => {
  const admin = await begin('Founding a school', { at: '/admin/login' })
  await admin.step('Sign in', async () => {
    await admin.write('Email', demoLogins.admin.email)
    await admin.write('Password', demoLogins.admin.password)
    await admin.send(byButton('Login'))
    await admin.sees('0 of 6 done')
  })
  await admin.step('Add a domain', async () => {
    await admin.press(byLink('Add a domain'))
    await admin.write('Domain name', 'Web Development')
    await admin.send(byButton('Add domain'))
    await admin.hears('Domain added successfully.')
  })
  await admin.step('Write the task of the first week', async () => {
    await admin.goHome()
    await admin.sees('1 of 6 done')
    await admin.press(byLink('Create a task'))
    await admin.write('Week number', '1')
    await admin.choose('Domain', 'Web Development')
    for (const list of ['Personal development', 'Technical', 'Miscellaneous']) {
      await admin.write(`${list} workouts, line 1`, 'Read the first chapter')
    }
    await admin.send(byButton('Submit'))
    await admin.hears('Task added successfully')
  })
  await admin.step('Invite a student', async () => {
    await admin.goHome()
    await admin.sees('2 of 6 done')
    await admin.press(byLink('Add people'))
    await invite(admin, 'Student', 'Nova Lindgren')
  })
  await admin.step('Invite an advisor', () => invite(admin, 'Advisor', 'Aldo Ferri'))
  await admin.step('Invite a reviewer', () => invite(admin, 'Reviewer', 'Rita Moreau'))
  await admin.step('See what is left', async () => {
    await admin.goHome()
    await admin.sees('3 of 6 done')
  })
})

async function invite(admin: Walker, role: string, name: string): Promise<void> {
  await admin.write('Name', name)
  await admin.write('Email', `${name.replace(' ', '.')}@small-school.test`.toLowerCase())
  await admin.choose('Role', role)
  await admin.send(byButton('Add user'))
  await admin.hears('User added successfully.')
  await admin.sees(`Invitation link for ${name}`)
}
