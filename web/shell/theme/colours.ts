import type { MantineColorsTuple } from '@mantine/core'
import { barColour, type Role } from '#contract/roles.ts'

type Tone = { hue: number; saturation: number; inDark: { saturation: number; lightness: number } }

/**
 * The top bar's colour tells the role: hue and saturation in percent. In dark mode controls have
 * this hue, bright or saturated enough to differ from disabled grey.
 */
const tones: Record<Role, Tone> = {
  admin: { hue: 179, saturation: 55, inDark: { saturation: 55, lightness: 72 } },
  advisor: { hue: 203, saturation: 67, inDark: { saturation: 67, lightness: 72 } },
  reviewer: { hue: 215, saturation: 28, inDark: { saturation: 85, lightness: 80 } },
  student: { hue: 240, saturation: 4, inDark: { saturation: 4, lightness: 94 } },
}

/** The shade of filled controls in dark mode (`primaryShade`), and the one for hover. */
export const darkPrimaryShade = 3
const pointedAtInDark = darkPrimaryShade + 1

const accent = [95, 89, 80, 72, 60, 48, 40, 34, 28]
/**
 * Lightness: 1 is the page behind the cards, 3 a hairline, 6 a control's border, 7 dimmed text, 9
 * text.
 */
const gray = [98, 96.3, 93, 89, 83, 70, 50.5, 33, 22, 13]
/**
 * Lightness: 0 is text, 1 dimmed text, 3 a control's border, 4 a hairline, 6 a card, 8 the page
 * behind it.
 */
const dark = [88, 75, 66, 55, 27, 20, 14.5, 12, 9.5, 7]

/**
 * A role's palette: its accent, from nearly white to the top bar's colour, and neutrals with a hint
 * of its hue.
 */
export function getColours(role: Role) {
  const { hue, saturation, inDark } = tones[role]
  const scale = (lightnesses: number[], share: number) =>
    makeShades((step) => toHex(hue, saturation * share, lightnesses[step] ?? 0))
  return {
    [role]: makeShades((step) => {
      if (step === 9) return barColour[role]
      if (step === darkPrimaryShade) return toHex(hue, inDark.saturation, inDark.lightness)
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
