import {
  type ActionIconProps,
  alpha,
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type InputProps,
  type InputWrapperProps,
  type MantineThemeOverride,
  type VariantColorsResolver,
} from '@mantine/core'
import { mapRoles, type Role, roles } from '#contract/roles.ts'
import { motionMs } from '#web/kit/ui/motion-duration.ts'
import { ButtonRoot } from '#web/shell/theme/button-root.tsx'
import { darkPrimaryShade, getColours } from './colours.ts'
import styles from './role-themes.module.css'

/**
 * Text on the role's colour is what contrasts there, in light and dark; a button without a colour
 * has a control's border.
 */
const resolveColours: VariantColorsResolver = (input) => {
  const colours = defaultVariantColorsResolver(input)
  if (input.variant === 'default') return { ...colours, border: '1px solid var(--edge)' }
  const isOnAccent = input.variant === 'filled' && input.color === input.theme.primaryColor
  return isOnAccent ? { ...colours, color: 'var(--mantine-primary-color-contrast)' } : colours
}

const fontFamily =
  "'Inter Variable', 'Inter Fallback', system-ui, -apple-system, 'Segoe UI', sans-serif"

const motion = { duration: motionMs, timingFunction: 'ease-out' }

/** A card's radius; controls inside are a little sharper. */
const asCard = { defaultProps: { radius: 'md' } }
/** For floating elements. */
const floating = { transitionProps: motion, radius: 'md', shadow: 'none' }

const heading = (px: number, lineHeight: number) => ({
  fontSize: `${px / 16}rem`,
  lineHeight: String(lineHeight / px),
})

/** The theme of a role's area: one accent, one typeface, five text sizes in three weights. */
export const roleThemes: Record<Role, MantineThemeOverride> = mapRoles(roles, (role) => {
  const colors = getColours(role)
  return createTheme({
    colors,
    black: colors.gray[9],
    primaryColor: role,
    primaryShade: { light: 9, dark: darkPrimaryShade },
    autoContrast: true,
    luminanceThreshold: 0.35,
    variantColorResolver: resolveColours,
    radius: { xs: '4px', sm: '6px', md: '8px' },
    defaultRadius: 'sm',
    spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
    fontFamily,
    fontWeights: { medium: '500', bold: '600' },
    // 12 for labels, 14 for interface and tables, 16 for reading, 20 for sections, 28 for the
    // page's title.
    fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '1rem', lg: '1.25rem', xl: '1.75rem' },
    lineHeights: { xs: '1.3334', sm: '1.4286', md: '1.5', lg: '1.4', xl: '1.2858' },
    headings: {
      fontWeight: '600',
      sizes: {
        h1: heading(28, 36),
        h2: heading(20, 28),
        h3: heading(16, 24),
        h4: heading(14, 20),
      },
    },
    cursorType: 'pointer',
    respectReducedMotion: true,
    components: {
      Text: { defaultProps: { size: 'sm' } },
      Anchor: {
        defaultProps: { size: 'sm', underline: 'always' },
        classNames: { root: styles.link ?? '' },
      },
      Badge: {
        defaultProps: { tt: 'none', fw: 500 },
        vars: () => ({ root: { '--badge-fz': 'var(--mantine-font-size-xs)' } }),
      },
      Button: { defaultProps: { mih: 'var(--control)', component: ButtonRoot } },
      Input: {
        classNames: { input: styles.input ?? '' },
        vars: (_: unknown, { error }: InputProps) => ({
          wrapper: {
            '--input-height': 'var(--control)',
            '--input-fz': 'var(--control-text)',
            // Centres a single line of text.
            '--input-padding-y': 'calc((var(--control) - 1.5 * var(--control-text)) / 2 - 1px)',
            ...(error ? {} : { '--input-bd': 'var(--edge)' }),
          },
        }),
      },
      // A number out of bounds shows an error; it is not changed silently.
      NumberInput: { defaultProps: { clampBehavior: 'none' } },
      // The library's sign is white, which a filled box of a student in dark mode nearly is too.
      Checkbox: {
        classNames: { input: styles.choice ?? '' },
        defaultProps: { iconColor: 'var(--mantine-primary-color-contrast)' },
      },
      Radio: { classNames: { radio: styles.choice ?? '' } },
      // Room for the arrow only, so that more of the value fits. Enter takes the first match.
      Select: { defaultProps: { rightSectionWidth: 28, selectFirstOptionOnChange: true } },
      MultiSelect: { defaultProps: { selectFirstOptionOnChange: true } },
      InputWrapper: {
        classNames: { label: styles.label ?? '' },
        defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
        vars: () => ({
          description: { '--input-description-size': 'var(--mantine-font-size-sm)' },
          error: { '--input-error-size': 'var(--mantine-font-size-sm)' },
        }),
        // An error replaces the description.
        styles: (_: unknown, { error }: InputWrapperProps) =>
          error ? { description: { display: 'none' } } : {},
      },
      ActionIcon: {
        defaultProps: { variant: 'subtle', component: ButtonRoot },
        vars: (_: unknown, { size }: ActionIconProps) =>
          size === undefined ? { root: { '--ai-size': 'var(--control)' } } : { root: {} },
      },
      Alert: asCard,
      Card: asCard,
      Paper: asCard,
      Skeleton: { ...asCard, classNames: { root: styles.skeleton ?? '' } },
      Notification: {
        defaultProps: { radius: 'md', closeButtonProps: { 'aria-label': 'Close' } },
        classNames: { root: styles.float ?? '', closeButton: styles.close ?? '' },
        // Descriptions are as readable as other text.
        styles: { description: { color: 'var(--mantine-color-text)' } },
      },
      // Only the top bar is the page's banner landmark.
      ModalHeader: { defaultProps: { role: 'presentation' } },
      DrawerHeader: { defaultProps: { role: 'presentation' } },
      Accordion: { defaultProps: { transitionDuration: motion.duration } },
      Popover: { defaultProps: floating, classNames: { dropdown: styles.float ?? '' } },
      Menu: {
        defaultProps: floating,
        classNames: { dropdown: styles.float ?? '', item: styles.option ?? '' },
      },
      Combobox: {
        defaultProps: { radius: 'md', shadow: 'none' },
        classNames: { dropdown: styles.float ?? '', option: styles.option ?? '' },
      },
      Drawer: {
        defaultProps: { transitionProps: motion },
        classNames: { title: styles.title ?? '', close: styles.close ?? '' },
      },
      Modal: {
        defaultProps: { centered: true, radius: 'md', shadow: 'none', transitionProps: motion },
        classNames: {
          content: styles.float ?? '',
          title: styles.title ?? '',
          close: styles.close ?? '',
        },
      },
      Notifications: { defaultProps: { transitionDuration: motion.duration } },
    },
  })
})

/** The library's light variant is darker than a dark card; this is a translucent accent instead. */
function lighterOnDark(role: string, accent: string) {
  return {
    [`--mantine-color-${role}-light`]: alpha(accent, 0.14),
    [`--mantine-color-${role}-light-hover`]: alpha(accent, 0.22),
    [`--mantine-color-${role}-light-color`]: `var(--mantine-color-${role}-2)`,
  }
}

/**
 * The page's colours: the background is a step darker than the cards, text has a contrast of 4.5:1
 * on both (WCAG 1.4.3), and borders of controls 3:1 (1.4.11).
 */
export const themeVariables: CSSVariablesResolver = ({ colors, primaryColor }) => ({
  variables: {},
  light: {
    '--page': 'var(--mantine-color-gray-1)',
    '--card': 'var(--mantine-color-white)',
    '--hairline': 'var(--mantine-color-gray-3)',
    '--edge': 'var(--mantine-color-gray-6)',
    '--mantine-color-default-border': 'var(--hairline)',
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-error': '#c92a2a',
    '--mantine-color-placeholder': '#686f76',
  },
  dark: {
    '--page': 'var(--mantine-color-dark-8)',
    '--card': 'var(--mantine-color-dark-6)',
    '--hairline': 'var(--mantine-color-dark-4)',
    '--edge': 'var(--mantine-color-dark-3)',
    '--mantine-color-body': 'var(--card)',
    ...lighterOnDark(primaryColor, colors[primaryColor]?.[darkPrimaryShade] ?? ''),
    '--mantine-color-dimmed': 'var(--mantine-color-dark-1)',
    '--mantine-color-anchor': `var(--mantine-primary-color-${darkPrimaryShade})`,
    '--mantine-color-error': '#ff8787',
    '--mantine-color-placeholder': '#a3a8ae',
  },
})
