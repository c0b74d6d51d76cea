import { Button, FileButton, Input } from '@mantine/core'
import { useId } from 'react'
import { LogoBase64, schoolLogoMaxKib } from '#contract/kit/school.ts'
import { formatSetBy } from '#contract/school/settings.ts'
import { SchoolLogo } from '#web/kit/ui/school-logo.tsx'
import type { FieldsForm } from './fields.ts'
import styles from './settings.module.css'

type Props = { form: FieldsForm; isFixed: boolean }

/** The school's logo: keep it, choose a file, or remove it. */
export function LogoField({ form, isFixed }: Props) {
  const id = useId()
  const { logo } = form.values
  const { error } = form.getInputProps('logo')

  async function take(file: File | null) {
    if (!file) return
    const address = await readAddress(file)
    // An invalid picture gets no preview.
    const judged = LogoBase64.safeParse(address.replace(/^.*,/, ''))
    if (judged.success) form.setFieldValue('logo', address)
    else form.setErrors({ logo: judged.error.issues[0]?.message ?? '' })
  }

  return (
    <Input.Wrapper
      label="Logo"
      labelElement="div"
      id={id}
      description={
        isFixed ? formatSetBy('logo') : `PNG, JPEG or WebP, at most ${schoolLogoMaxKib} KB`
      }
      error={error}
    >
      <div className={styles.logo}>
        <span className={styles.picture}>
          {logo ? <img src={logo} alt="The logo" /> : <SchoolLogo size={40} />}
        </span>
        {!isFixed && (
          <FileButton accept="image/png,image/jpeg,image/webp" onChange={take}>
            {(props) => (
              <Button {...props} variant="default">
                {logo ? 'Choose another' : 'Choose a file'}
              </Button>
            )}
          </FileButton>
        )}
        {!isFixed && logo && (
          <Button variant="default" onClick={() => form.setFieldValue('logo', '')}>
            Remove
          </Button>
        )}
      </div>
    </Input.Wrapper>
  )
}

/** A file as a data URL. */
function readAddress(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
