import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'

/** The other colour scheme, the label for switching to it, and how to switch. */
export function useToggleColourScheme() {
  const { setColorScheme } = useMantineColorScheme()
  const other = useComputedColorScheme('light') === 'dark' ? 'light' : 'dark'
  const change = () => setColorScheme(other)
  return { other, label: `Switch to ${other} colours`, change } as const
}
