import type { MantineColorsTuple } from '@mantine/core'
import { barColour, type Role } from '#contract/roles.ts'

type Tone = { hue: number; saturation: number; inDark: { saturation: number; lightness: number } }

/**
 * The top bar says who you are: a hue and a saturation in percent for each role. In dark what can be
 * pressed is that hue, so light or so clear that it does not look like a grey that cannot be.
 */
const tones: Record<Role, Tone> = {
  admin: { hue: 179, saturation: 55, inDark: { saturation: 55, lightness: 72 } },
  advisor: { hue: 203, saturation: 67, inDark: { saturation: 67, lightness: 72 } },
  reviewer: { hue: 215, saturation: 28, inDark: { saturation: 85, lightness: 80 } },
  student: { hue: 240, saturation: 4, inDark: { saturation: 4, lightness: 94 } },
}

/** The step that fills what can be pressed in dark (`primaryShade`), and the one for the pointer. */
export const fillInDark = 3
const pointedAtInDark = fillInDark + 1

const accent = [95, 89, 80, 72, 60, 48, 40, 34, 28]
/** 1 is the page behind the cards, 3 a hairline, 6 the edge of a control, 7 quiet text, 9 text. */
const gray = [98, 96.3, 93, 89, 83, 70, 50.5, 33, 22, 13]
/** 0 is text, 1 quiet text, 3 the edge of a control, 4 a hairline, 6 a card, 8 the page behind it. */
const dark = [88, 75, 66, 55, 27, 20, 14.5, 12, 9.5, 7]

/** A role's accent, from nearly white to its bar's own colour, and neutrals with a breath of its hue. */
export function getColours(role: Role) {
  const { hue, saturation, inDark } = tones[role]
  const scale = (lightnesses: number[], share: number) =>
    makeShades((step) => toHex(hue, saturation * share, lightnesses[step] ?? 0))
  return {
    [role]: makeShades((step) => {
      if (step === 9) return barColour[role]
      if (step === fillInDark) return toHex(hue, inDark.saturation, inDark.lightness)
      if (step === pointedAtInDark) return toHex(hue, inDark.saturation, inDark.lightness - 10)
      return toHex(hue, saturation, accent[step] ?? 0)
    }),
    gray: scale(gray, 0.24),
    dark: scale(dark, 0.16),
  }
}

function makeShades(at: (step: number) => string): MantineColorsTuple {
  return [at(0), at(1), at(2), at(3), at(4), at(5), at(6), at(7), at(8), at(9)]
}

function toHex(hue: number, saturation: number, lightness: number): string {
  const light = lightness / 100
  const spread = (saturation / 100) * Math.min(light, 1 - light)
  const channel = (offset: number) => {
    const turn = (offset + hue / 30) % 12
    const value = light - spread * Math.max(-1, Math.min(turn - 3, 9 - turn, 1))
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0')
  }
  return `#${channel(0)}${channel(8)}${channel(4)}`
}
