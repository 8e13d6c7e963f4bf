export const areaKm = { least: 1, most: 150 } as const
