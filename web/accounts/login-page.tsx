import {
  Alert,
  Button,
  Card,
  Center,
  PasswordInput,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { accountRefusals, Login } from '#contract/accounts.ts'
import type { Role } from '#contract/roles.ts'
import { CallFailed } from '#web/kit/call.ts'
import { useSchemaForm } from '#web/kit/form.ts'
import { Staircase } from '#web/kit/illustrations.tsx'
import { paths } from '#web/kit/paths.ts'
import { useSchool } from '#web/school/api.ts'
import { signIn } from './api.ts'

/** The login of a role; with demo data the demo credentials are filled in. */
export function LoginPage({ role }: { role: Role }) {
  const { data: school } = useSchool()
  const demo = school?.demoLogins?.[role]
  const navigate = useNavigate()
  const [refusal, setRefusal] = useState<string>()
  const [busy, setBusy] = useState(false)
  const { form, submit } = useSchemaForm(Login, { email: '', password: '' })

  useEffect(() => {
    document.title = `Login · Weekward`
  }, [])

  // What somebody has begun to type is not overwritten.
  useEffect(() => {
    if (demo && !form.isDirty()) form.setValues(demo)
  }, [demo])

  const send = submit(async (values) => {
    setBusy(true)
    setRefusal(undefined)
    try {
      const result = await signIn(role, values)
      if (result?.status) navigate(paths.home(role))
      else setRefusal(result?.message)
    } catch (error) {
      setRefusal(reasonOf(error))
    } finally {
      setBusy(false)
    }
  })

  return (
    <Center component="main" mih="100dvh" p="md">
      <Card withBorder w="100%" maw={420} p="xl">
        <form onSubmit={send} noValidate>
          <Stack>
            <Center>
              <Staircase />
            </Center>
            <Title order={1} ta="center" tt="capitalize">
              {role} login
            </Title>
            {refusal && (
              <Alert color="red" role="alert">
                {refusal}
              </Alert>
            )}
            <TextInput
              label="Email"
              type="email"
              autoComplete="username"
              {...form.getInputProps('email')}
            />
            <PasswordInput
              label="Password"
              autoComplete="current-password"
              visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
              {...form.getInputProps('password')}
            />
            <Button type="submit" loading={busy}>
              Login
            </Button>
            {demo && (
              <Text size="sm" c="dimmed" ta="center">
                This is a demo school: the credentials are filled in.
              </Text>
            )}
          </Stack>
        </form>
      </Card>
    </Center>
  )
}

/** Any error of the request reads 'password is incorrect' (section 8), but for too many tries. */
function reasonOf(error: unknown): string {
  const tooMany =
    error instanceof CallFailed && error.status === accountRefusals.tooManyLogins.status
  return tooMany && error.said ? error.said : accountRefusals.wrongLogin.message
}
