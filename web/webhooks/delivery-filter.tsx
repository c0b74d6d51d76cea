import { Box } from '@mantine/core'
import { listDeliveries } from '#contract/webhooks/deliveries.ts'
import { DeliveryState } from '#contract/webhooks/webhooks.ts'
import { useFilter } from '#web/kit/list/filter/filter.ts'
import { FilterSelect } from '#web/kit/list/filter/filter-select.tsx'
import { deliveryLabels } from './format.ts'

export function useDeliveryFilter() {
  return useFilter({ state: '' }, listDeliveries.query?.shape)
}
type DeliveryFilter = ReturnType<typeof useDeliveryFilter>

/** The filter of a webhook's log by state. */
export function DeliveryFilterBar({ filter }: { filter: DeliveryFilter }) {
  return (
    <Box maw={240}>
      <FilterSelect
        filter={filter}
        name="state"
        label="State"
        data={[
          { value: '', label: 'All events' },
          ...DeliveryState.options.map((state) => ({ value: state, label: deliveryLabels[state] })),
        ]}
      />
    </Box>
  )
}
