import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'

/** The colours that the page has not, light or dark, what changing to them is called, and how. */
export function useToggleColourScheme() {
  const { setColorScheme } = useMantineColorScheme()
  const other = useComputedColorScheme('light') === 'dark' ? 'light' : 'dark'
  const change = () => setColorScheme(other)
  return { other, label: `Switch to ${other} colours`, change } as const
}
