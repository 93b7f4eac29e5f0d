import fc from "fast-check";

// The same cases in every run. To try others: FAST_CHECK_SEED=$RANDOM npm test
fc.configureGlobal({ seed: Number(process.env["FAST_CHECK_SEED"] ?? 20261121) });
