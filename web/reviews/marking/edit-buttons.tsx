import { Button, Group } from '@mantine/core'

/** Save, and Cancel. */
export function EditButtons({ busy, close }: { busy: boolean; close: () => void }) {
  return (
    <Group>
      <Button type="submit" loading={busy}>
        Save
      </Button>
      <Button variant="default" disabled={busy} onClick={close}>
        Cancel
      </Button>
    </Group>
  )
}
