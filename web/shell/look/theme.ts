import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type InputProps,
  type InputWrapperProps,
  type MantineColorsTuple,
  type MantineThemeOverride,
  type VariantColorsResolver,
} from '@mantine/core'
import { forRoles, type Role, roles } from '#contract/roles.ts'
import { ButtonRoot } from '#web/shell/look/button-root.tsx'
import styles from './theme.module.css'

/** The top bar says who you are: a hue, a saturation and a lightness in percent for each role. */
const barColours: Record<Role, { hue: number; saturation: number; lightness: number }> = {
  admin: { hue: 179, saturation: 55, lightness: 16 },
  advisor: { hue: 203, saturation: 67, lightness: 25 },
  reviewer: { hue: 215, saturation: 28, lightness: 17 },
  student: { hue: 240, saturation: 4, lightness: 5 },
}

/** The colour of each role's top bar (specification, section 2). */
export const barColour: Record<Role, string> = {
  admin: '#134140',
  advisor: '#154a6c',
  reviewer: '#1f2937',
  student: '#0b0b0c',
}

const lightnesses = [95, 89, 80, 72, 60, 48, 40, 34, 28] as const

/** Ten steps of a role's accent, from nearly white to its bar's own colour. */
function accentOf(role: Role): MantineColorsTuple {
  const { hue, saturation, lightness } = barColours[role]
  const step = (index: number) => hexOf(hue, saturation, lightnesses[index] ?? lightness)
  return [
    step(0),
    step(1),
    step(2),
    step(3),
    step(4),
    step(5),
    step(6),
    step(7),
    step(8),
    barColour[role],
  ]
}

function hexOf(hue: number, saturation: number, lightness: number): string {
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

const accents = forRoles(roles, accentOf)

/** On the role's own colour the text is what can be read there, in light and in dark. */
const readableOnAccent: VariantColorsResolver = (input) => {
  const colours = defaultVariantColorsResolver(input)
  const isOnAccent = input.variant === 'filled' && input.color === input.theme.primaryColor
  return isOnAccent ? { ...colours, color: 'var(--mantine-primary-color-contrast)' } : colours
}

/** 3:1 to the page and to cards (WCAG 1.4.11). */
const inputEdge = 'light-dark(#868e96, #80868d)'

/** Motion shows where something went, and is over soon. */
const motionMs = 150

/** The look of a role's area: one accent, the system's own fonts, four sizes of text. */
export const themes: Record<Role, MantineThemeOverride> = forRoles(roles, (role) =>
  createTheme({
    colors: accents,
    primaryColor: role,
    primaryShade: { light: 9, dark: 3 },
    autoContrast: true,
    luminanceThreshold: 0.35,
    variantColorResolver: readableOnAccent,
    defaultRadius: 'md',
    fontFamily:
      "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', sans-serif",
    headings: {
      fontWeight: '650',
      sizes: { h1: { fontSize: '1.75rem' }, h2: { fontSize: '1.25rem' }, h3: { fontSize: '1rem' } },
    },
    cursorType: 'pointer',
    respectReducedMotion: true,
    components: {
      Button: { defaultProps: { mih: 44, component: ButtonRoot } },
      Input: {
        defaultProps: { size: 'md' },
        classNames: { input: styles.input ?? '' },
        vars: (_: unknown, { error }: InputProps) => ({
          wrapper: {
            '--input-height': '44px',
            // A text of one line stands in the middle.
            '--input-padding-y': '9px',
            ...(error ? {} : { '--input-bd': inputEdge }),
          },
        }),
      },
      Checkbox: { classNames: { input: styles.checkbox ?? '' } },
      InputWrapper: {
        defaultProps: { size: 'md', inputWrapperOrder: ['label', 'input', 'description', 'error'] },
        // An error takes the place of the help.
        styles: (_: unknown, { error }: InputWrapperProps) =>
          error ? { description: { display: 'none' } } : {},
      },
      ActionIcon: { defaultProps: { size: 44, variant: 'subtle', component: ButtonRoot } },
      Notification: {
        defaultProps: { closeButtonProps: { 'aria-label': 'Close' } },
        // What stands beneath a title is to be read as well.
        styles: { description: { color: 'var(--mantine-color-text)' } },
      },
      // Only the top bar is the page's banner.
      ModalHeader: { defaultProps: { role: 'presentation' } },
      DrawerHeader: { defaultProps: { role: 'presentation' } },
      Accordion: { defaultProps: { transitionDuration: motionMs } },
      Drawer: { defaultProps: { transitionProps: { duration: motionMs } } },
      Modal: { defaultProps: { centered: true, transitionProps: { duration: motionMs } } },
      Notifications: { defaultProps: { transitionDuration: motionMs } },
    },
  }),
)

/** Quiet text that still has a contrast of 4.5:1 on cards and on the page (WCAG 1.4.3). */
export const readableVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#495057',
    '--mantine-color-error': '#c92a2a',
    '--mantine-color-placeholder': '#686f76',
  },
  dark: {
    '--mantine-color-dimmed': '#b8bcc2',
    '--mantine-color-anchor': 'var(--mantine-primary-color-3)',
    '--mantine-color-error': '#ff8787',
    '--mantine-color-placeholder': '#a3a8ae',
  },
})
