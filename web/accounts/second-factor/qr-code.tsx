import { useEffect, useState } from 'react'
import { logFailure } from '#web/kit/api/log-failure.ts'
import styles from './qr-code.module.css'

/** The quiet edge that readers need around a code, in squares. */
const edge = 4

type Drawing = { path: string; size: number }

/** A text as a QR code, drawn here; the library comes when it is needed. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [drawing, setDrawing] = useState<Drawing>()

  useEffect(() => {
    let isCurrent = true
    draw(text)
      .then((drawn) => {
        if (isCurrent) setDrawing(drawn)
      })
      // The key beside it does as well.
      .catch((error: unknown) => logFailure('a QR code could not be drawn', error))
    return () => {
      isCurrent = false
    }
  }, [text])

  if (!drawing) return <div className={styles.code} aria-busy="true" />
  const { path, size } = drawing
  return (
    <svg
      className={styles.code}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

async function draw(text: string): Promise<Drawing> {
  const { default: qrcode } = await import('qrcode-generator')
  // As large as the text needs, and readable with a seventh of it hidden.
  const code = qrcode(0, 'M')
  code.addData(text)
  code.make()
  const count = code.getModuleCount()
  const places = Array.from({ length: count }, (_, place) => place)
  const squares = places.flatMap((row) =>
    places
      .filter((column) => code.isDark(row, column))
      .map((column) => `M${column + edge} ${row + edge}h1v1h-1z`),
  )
  return { path: squares.join(''), size: count + 2 * edge }
}
