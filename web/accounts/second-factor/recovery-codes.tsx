import { Button, Group, Text } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import styles from './recovery-codes.module.css'
import { SetUpStep } from './set-up-step-layout.tsx'

/** New recovery codes, which are shown only once. */
export function RecoveryCodes({
  codes,
  done,
  isScreen = false,
}: {
  codes: string[]
  done: () => void
  isScreen?: boolean
}) {
  const { copy, copied, error } = useClipboard()
  const text = `${codes.join('\n')}\n`
  return (
    <SetUpStep title="Keep your recovery codes" order={isScreen ? 2 : 3}>
      <Text>
        If you lose your phone, each of these codes signs you in once. Keep them somewhere safe,
        away from your password. They are not shown again.
      </Text>
      <ol className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <Group>
        <Button
          variant="default"
          component="a"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="weekward-recovery-codes.txt"
        >
          Download
        </Button>
        <Button variant="default" onClick={() => copy(text)} w={104}>
          {copied ? 'Copied' : 'Copy'}
        </Button>
      </Group>
      <Text c="dimmed" role="status">
        {error && 'This browser does not allow copying. Select the codes and copy them yourself.'}
      </Text>
      <Group>
        <Button onClick={done}>I have saved them</Button>
      </Group>
    </SetUpStep>
  )
}
