//! The row microscope's promise: the recorded changes are the whole story of a step.

mod scene;

use jitterscope::dynamics::{
    BodyState, JointKind, JointOptions, JointRows, Limit, Motor, Probe, Row, RowEvent, SolverMethod, Stage,
};
use jitterscope::math::{Pose, Vec3};
use scene::{PLAIN, Scene, tower};

/// Keeps the velocities at the start and the end of each stage that solves rows, with the changes between.
#[derive(Default)]
struct Log {
    states: Vec<BodyState>,
    changes: Vec<(Row, f32)>,
    walked: usize,
    stages: usize,
}

impl Probe for Log {
    fn wants_rows(&self) -> bool {
        true
    }
    fn begin_stage(&mut self, _: u32, _: Stage, bodies: &[BodyState]) {
        self.states = bodies.to_vec();
        self.changes.clear();
    }
    fn row(&mut self, event: &RowEvent<'_>) {
        assert_eq!(event.lambda_after, event.row.lambda);
        self.changes.push((*event.row, event.delta_lambda));
    }
    fn end_stage(&mut self, substep: u32, stage: Stage, bodies: &[BodyState]) {
        if !matches!(stage, Stage::WarmStart | Stage::Solve | Stage::Relax | Stage::Restitution) {
            return;
        }
        for (row, delta) in &self.changes {
            let (mut a, mut b) = (self.states[row.body_a as usize], self.states[row.body_b as usize]);
            row.apply(*delta, &mut a, &mut b);
            self.states[row.body_a as usize] = a;
            self.states[row.body_b as usize] = b;
        }
        self.walked += self.changes.len();
        self.stages += 1;
        for (index, (walked, solved)) in self.states.iter().zip(bodies).enumerate() {
            let bits = |s: &BodyState| {
                (s.velocity.to_array().map(f32::to_bits), s.angular_velocity.to_array().map(f32::to_bits))
            };
            assert_eq!(bits(walked), bits(solved), "{stage:?} of substep {substep}, body {index}");
        }
    }
}

#[test]
fn walking_the_rows_of_a_tower_gives_the_step_to_the_bit() {
    for method in [SolverMethod::Soft, SolverMethod::SequentialImpulse, SolverMethod::Block, SolverMethod::Jacobi] {
        let mut scene = Scene::with_ground(PLAIN);
        scene.settings.solver.method = method;
        scene.settings.solver.velocity_iterations = 3;
        tower(&mut scene, 12);
        scene.run(0.2);
        let mut log = Log::default();
        scene.world.step(&scene.settings, &mut log).unwrap();
        assert!(log.walked > 12 * 4 * 3 && log.stages == 16, "{method:?}: {} changes", log.walked);
    }
}

#[test]
fn walking_the_rows_of_joints_gives_the_step_to_the_bit() {
    for rows in [JointRows::One, JointRows::Three, JointRows::Block, JointRows::Tree] {
        for method in [SolverMethod::Soft, SolverMethod::SequentialImpulse, SolverMethod::Jacobi] {
            let mut scene = Scene::with_ground(PLAIN);
            scene.settings.solver.method = method;
            scene.settings.joint.rows = rows;
            let mut last = scene.add_fixed_box(Vec3::splat(0.1), Pose::from_translation(Vec3::Y * 3.0), PLAIN);
            for i in 0..6 {
                let place = Pose::from_translation(Vec3::new(0.25 + i as f32 * 0.5, 3.0, 0.0));
                let link = scene.add_box(Vec3::new(0.5, 0.1, 0.1), place, PLAIN);
                let options = JointOptions {
                    limit: Some(Limit { lower: -0.1, upper: 0.1 }),
                    swing_limit: Some(0.2),
                    motor: Some(Motor { speed: 1.0, max: 5.0 }),
                    friction: 1.0,
                    damping: 0.5,
                    ..JointOptions::default()
                };
                let kind = [JointKind::Ball, JointKind::Hinge, JointKind::Slider][i % 3];
                scene.join_with(kind, last, link, Pose::from_translation(Vec3::new(i as f32 * 0.5, 3.0, 0.0)), options);
                last = link;
            }
            scene.run(0.5);
            let mut log = Log::default();
            scene.world.step(&scene.settings, &mut log).unwrap();
            assert!(log.walked > 6 * 5 * 4 && log.stages == 16, "{method:?} {rows:?}: {} changes", log.walked);
        }
    }
}
