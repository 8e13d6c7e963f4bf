/** How far an area reaches from its middle, in kilometres. */
export const areaKm = { least: 1, most: 150 } as const
