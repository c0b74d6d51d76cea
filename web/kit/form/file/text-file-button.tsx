import { Button, FileButton } from '@mantine/core'
import { useRef } from 'react'
import { decodeFile } from './decode-file.ts'

type Props = {
  /** The endings and types of files that are offered. */
  accept: string
  disabled?: boolean
  /** Gets the file's text, and how it was read: 'course.md, read as UTF-8'. */
  take: (text: string, readAs: string) => void
}

/** Reads a text file, whatever its encoding. */
export function TextFileButton({ accept, disabled = false, take }: Props) {
  const reset = useRef<() => void>(null)

  async function read(file: File | null) {
    if (!file) return
    const { text, encoding } = decodeFile(new Uint8Array(await file.arrayBuffer()))
    // The same file can be chosen again once it is corrected.
    reset.current?.()
    take(text, `${file.name}, read as ${encoding}`)
  }

  return (
    <FileButton accept={accept} onChange={read} resetRef={reset}>
      {(props) => (
        <Button variant="default" disabled={disabled} {...props}>
          Choose a file…
        </Button>
      )}
    </FileButton>
  )
}
