import { roles } from '#contract/roles.ts'
import { demoLogins } from '#contract/school/school.ts'
import { checkAppearance } from '../checks/appearance.ts'
import { expect, test } from '../kit/school.ts'
import { slowTests } from '../kit/tags.ts'
import { heading, loginHeading } from '../steps/shell.ts'
import { typeInto } from '../steps/typing.ts'

for (const role of roles) {
  test(
    `a person who forgot the password gets back in with the link from the ${role} login`,
    {
      tag: slowTests,
    },
    async ({ page, school, somebodyElse }, { project }) => {
      const { email } = demoLogins[role]
      const password = 'battery staple'
      const base = role === 'student' ? '' : `/${role}`
      const elsewhere = await somebodyElse()
      await school.enter(elsewhere, role, base || '/')
      await expect(heading(elsewhere, 'Home')).toBeVisible()

      await page.goto(`${base}/login`)
      // With demo data the email is filled in already.
      await expect(page.getByLabel('Email')).toHaveValue(email)
      await page.getByRole('link', { name: 'Forgot password?' }).click()
      await expect(heading(page, 'Forgot your password?')).toBeVisible()
      await expect(page).toHaveURL(`${base}/forgot-password`)
      await expect(page.getByLabel('Email')).toHaveValue(email)
      await checkAppearance(page, `${project.name}-${role}-forgot-password`)
      await page.getByLabel('Email').press('Enter')
      await expect(
        page.getByText(new RegExp(`^If there is an? ${role} with this email`)),
      ).toBeFocused()

      const link = await school.resetLinkOf(email)
      await page.goto(link)
      await typeInto(page.getByLabel('Password', { exact: true }), password)
      await typeInto(page.getByLabel('Confirm password'), password)
      await page.keyboard.press('Enter')
      await expect(loginHeading(page, role)).toBeFocused()
      await typeInto(page.getByLabel('Email'), email)
      await typeInto(page.getByLabel('Password', { exact: true }), password)
      await page.keyboard.press('Enter')
      await expect(heading(page, 'Home')).toBeVisible()

      // Other sessions have ended, and the link is used up.
      await elsewhere.reload()
      await expect(loginHeading(elsewhere, role)).toBeVisible()
      await elsewhere.goto(link)
      await expect(elsewhere.getByText(/^This link is not valid or has expired/)).toBeVisible()
      await elsewhere.getByRole('link', { name: 'Request a new link' }).click()
      await expect(heading(elsewhere, 'Forgot your password?')).toBeVisible()
    },
  )
}
